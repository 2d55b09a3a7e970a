import CPeers

/// A C++ peer that was installed when the benchmarks were built.
struct ForeignLibrary {
    let name: String
    let functions: peer_library

    static var rapidjson: ForeignLibrary? { ForeignLibrary(name: "rapidjson", functions: peer_rapidjson()) }
    static var simdjson: ForeignLibrary? { ForeignLibrary(name: "simdjson", functions: peer_simdjson()) }

    private init?(name: String, functions: UnsafePointer<peer_library>?) {
        guard let functions else {
            return nil
        }
        self.name = name
        self.functions = functions.pointee
    }

    /// The instruction set that the library chose at run time; empty when it does not choose.
    var kernel: String {
        String(cString: functions.kernel)
    }
}

/// What a C++ library keeps between calls: its parser, and the document of the last `keep`.
final class ForeignSession {
    let library: ForeignLibrary
    private let state: UnsafeMutableRawPointer

    init(_ library: ForeignLibrary) {
        self.library = library
        state = library.functions.open()
    }

    deinit {
        library.functions.close(state)
    }

    /// Parses and frees; the number of the root's children.
    func parse(_ text: ForeignText) throws -> Int {
        let children = library.functions.parse(state, text.start, text.count)
        guard children >= 0 else {
            throw PeerFailure.rejectedInput
        }
        return Int(children)
    }

    /// Parses, visits every value, frees.
    func walk(_ text: ForeignText, into tally: inout peer_tally) throws {
        guard library.functions.walk(state, text.start, text.count, &tally) else {
            throw PeerFailure.rejectedInput
        }
    }

    func sumFollowers(_ text: ForeignText) throws -> Int {
        let sum = library.functions.sum_followers(state, text.start, text.count)
        guard sum >= 0 else {
            throw PeerFailure.rejectedInput
        }
        return Int(sum)
    }

    func read(_ form: MessageForm, _ text: ForeignText, into fields: inout peer_fields) throws {
        let read = form == .note ? library.functions.read_note : library.functions.read_order
        guard read(state, text.start, text.count, &fields) else {
            throw PeerFailure.rejectedInput
        }
    }

    func keep(_ text: ForeignText) throws {
        guard library.functions.keep(state, text.start, text.count) else {
            throw PeerFailure.rejectedInput
        }
    }

    func tallyKept() throws -> Tally {
        var tally = peer_tally()
        guard library.functions.tally_kept(state, &tally) else {
            throw PeerFailure.rejectedInput
        }
        return Tally(tally)
    }

    /// Serializes the kept document and frees the text; its length.
    func writeKept(pretty: Bool) throws -> Int {
        guard let write = library.functions.write_kept else {
            throw PeerFailure.unsupported
        }
        return Int(write(state, pretty))
    }

    func writtenBytes(pretty: Bool) throws -> [UInt8] {
        guard let copy = library.functions.copy_written else {
            throw PeerFailure.unsupported
        }
        let length = try writeKept(pretty: pretty)
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) { text in
                text.baseAddress.map { min(length, Int(copy(state, pretty, $0, length))) } ?? 0
            }
        }
    }
}

/// A text as the C++ peers want it: at a fixed address, with a zero byte and padding behind it.
struct ForeignText {
    private let buffer: InputBuffer

    init(_ bytes: some Collection<UInt8>) throws {
        try self.init(.bytes(Array(bytes)))
    }

    init(_ source: InputSource) throws {
        buffer = try InputBuffer(source)
    }

    var start: UnsafePointer<CChar> {
        UnsafePointer(buffer.start.assumingMemoryBound(to: CChar.self))
    }

    /// Without the padding.
    var count: Int {
        buffer.count
    }
}

/// Why a peer has no answer.
enum PeerFailure: Error {
    case rejectedInput
    case unexpectedShape
    case unsupported
}
