/// RapidJSON's document.
enum MemoryRapidJSON: MemoryPeer {
    static let name = "rapidjson"
    static let precision = Tally.Precision.exact

    static func input(_ source: InputSource) throws -> ForeignText {
        try ForeignText(source)
    }

    static func parse(_ input: ForeignText) throws -> ForeignSession {
        try ForeignSession.keeping(input, in: .rapidjson)
    }

    static func tally(_ document: ForeignSession) throws -> Tally {
        try document.tallyKept()
    }
}

/// simdjson's document, with its parser.
enum MemorySimdjson: MemoryPeer {
    static let name = "simdjson"
    static let precision = Tally.Precision.exact

    static func input(_ source: InputSource) throws -> ForeignText {
        try ForeignText(source)
    }

    static func parse(_ input: ForeignText) throws -> ForeignSession {
        try ForeignSession.keeping(input, in: .simdjson)
    }

    static func tally(_ document: ForeignSession) throws -> Tally {
        try document.tallyKept()
    }
}

extension ForeignSession {
    /// A session of a library that has parsed the text.
    fileprivate static func keeping(_ text: ForeignText, in library: ForeignLibrary?) throws -> ForeignSession {
        guard let library else {
            throw PeerFailure.unsupported
        }
        let session = ForeignSession(library)
        try session.keep(text)
        return session
    }
}
