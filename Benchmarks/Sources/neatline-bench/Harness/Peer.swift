/// One library prepared to do one task over one corpus.
struct Peer {
    /// As in the tables and in `--json`; `neatline` is our own.
    let name: String
    /// Does the task once and compares the answer: says what is wrong, nil when nothing is.
    let mismatch: () throws -> String?
    /// Does the task once. What is returned depends on the work, so that none of it can be left out.
    let repetition: () throws -> Int

    static let neatline = "neatline"
    static let neatlineParser = "neatline parser"
    static let byHand = "by-hand"
    static let neatlineMap = "neatline-map"
    static let mapperAlone = "mapper-alone"
    static let jsonSerialization = "jsonserialization"
    static let jsonDecoder = "jsondecoder"
    static let jsonEncoder = "jsonencoder"
    static let urlSession = "urlsession"
    static let curl = "curl"

    /// The same peer under another name.
    func named(_ name: String) -> Peer { Peer(name: name, mismatch: mismatch, repetition: repetition) }
}
