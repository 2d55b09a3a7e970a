import Foundation

/// Foundation's objects; the input is a `Data`.
enum MemoryJSONSerialization: MemoryPeer {
    static let name = Peer.jsonSerialization
    static let precision = Tally.Precision.nineDigits

    static func input(_ source: InputSource) throws -> Data {
        try InputBuffer(source).data
    }

    static func parse(_ input: Data) throws -> Any {
        try ParseJSONSerialization.object(from: input)
    }

    static func tally(_ document: Any) throws -> Tally {
        var tally = Tally()
        try WalkJSONSerialization.visit(document, &tally)
        return tally
    }
}

extension InputBuffer {
    /// The same bytes, not copied.
    var data: Data {
        Data(bytesNoCopy: start, count: count, deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }
}
