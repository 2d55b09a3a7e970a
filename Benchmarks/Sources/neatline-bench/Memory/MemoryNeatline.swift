import NeatlineJSON

/// Our own row: the input is a `[UInt8]`.
enum MemoryNeatline: MemoryPeer {
    static let name = Peer.neatline
    static let precision = Tally.Precision.exact

    static func input(_ source: InputSource) throws -> [UInt8] {
        try source.array()
    }

    static func parse(_ input: [UInt8]) throws -> JSON {
        try JSON(parsing: input)
    }

    static func tally(_ document: JSON) -> Tally {
        var tally = Tally()
        WalkNeatline.visit(document, &tally)
        return tally
    }
}
