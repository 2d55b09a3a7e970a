import Foundation

/// A library whose memory is measured.
protocol MemoryPeer: SendableMetatype {
    associatedtype Input
    associatedtype Document

    static var name: String { get }
    static var precision: Tally.Precision { get }

    /// Makes the only copy of the input, in the form that the library reads.
    static func input(_ source: InputSource) throws -> Input
    static func parse(_ input: Input) throws -> Document
    static func tally(_ document: Document) throws -> Tally
}

/// The measuring process: this program, started again with a hidden argument.
enum MemoryProbe {
    static let argument = "--measure-memory"

    static var peers: [any MemoryPeer.Type] {
        var peers: [any MemoryPeer.Type] = [
            MemoryNeatline.self, MemoryJSONSerialization.self, MemoryJSONDecoder.self,
        ]
        if ForeignLibrary.rapidjson != nil {
            peers.append(MemoryRapidJSON.self)
        }
        if ForeignLibrary.simdjson != nil {
            peers.append(MemorySimdjson.self)
        }
        return peers
    }

    /// What the process prints for the one that started it.
    struct Finding {
        /// Bytes by which the peak resident set grew.
        let growth: Int
        let tally: Tally

        init(growth: Int, tally: Tally) {
            self.growth = growth
            self.tally = tally
        }

        init(line: String) throws {
            let words = line.split(whereSeparator: \.isWhitespace).compactMap { UInt64($0) }
            guard words.count == 8 else {
                throw PeerFailure.unexpectedShape
            }
            growth = Int(words[0])
            tally = Tally(
                values: Int(words[1]), textBytes: Int(words[2]), keyBytes: Int(words[3]), numbers: Int(words[4]),
                sum: Double(bitPattern: words[5]), magnitude: Double(bitPattern: words[6]), bits: words[7]
            )
        }

        var line: String {
            """
            \(growth) \(tally.values) \(tally.textBytes) \(tally.keyBytes) \(tally.numbers) \
            \(tally.sum.bitPattern) \(tally.magnitude.bitPattern) \(tally.bits)
            """
        }
    }

    /// The arguments are a peer's name and the path of a document.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2, let peer = peers.first(where: { $0.name == arguments[0] }) else {
            throw PeerFailure.unsupported
        }
        print(try measure(peer, path: arguments[1]).line)
    }

    private static func measure<Peer: MemoryPeer>(_ peer: Peer.Type, path: String) throws -> Finding {
        // A first small document loads the code and the tables, which are no growth by the input.
        let small = InputSource.bytes(Array(#"{"a":[1,-2.5,"b\n",true,null]}"#.utf8))
        _ = try peer.tally(peer.parse(peer.input(small)))

        let input = try peer.input(InputSource(path: path))
        _ = ResidentSet.current()
        ResidentSet.resetPeak()
        let before = ResidentSet.current() ?? 0
        let document = try peer.parse(input)
        let peak = ResidentSet.peak() ?? 0
        return Finding(growth: max(0, peak - before), tally: try peer.tally(document))
    }
}
