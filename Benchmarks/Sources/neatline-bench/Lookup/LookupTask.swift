/// Members of one large object, read by key in random order from a document that is parsed already. A figure is for one
/// read; what a library makes to find keys faster is there before the first read that is timed.
enum LookupTask: BenchmarkTask {
    static let name = "lookup"

    static func run(in session: Session) throws {
        let object = LargeObject(count: 10_000)
        try session.race(
            task: name, corpus: "keys-10000", bytes: object.text.count, operations: object.keys.count,
            [
                try LookupNeatline.peer(object),
                try LookupMap.peer(object),
                try LookupJSONSerialization.peer(object),
            ]
        )
    }

    /// A peer that adds up the members of all keys.
    static func peer(_ name: String, _ object: LargeObject, sum: @escaping ([String]) throws -> Int) -> Peer {
        Peer(name: name) {
            let found = try sum(object.keys)
            return found == object.sum ? nil : "the members add up to \(found), expected \(object.sum)"
        } repetition: {
            try sum(object.keys)
        }
    }
}

/// The text of an object whose members are integers.
struct LargeObject {
    let text: [UInt8]
    /// Every key once, in random order. They are made apart from the text, as keys of a program are.
    let keys: [String]
    let sum: Int

    init(count: Int) {
        var random = SeededGenerator(seed: 7)
        var sum = 0
        var keys: [String] = []
        let members = (0..<count).map { number in
            let key = "\(Prose.token(random.int(2...12), using: &random))_\(number)"
            let value = random.int(0...999_999)
            keys.append(key)
            sum += value
            return "\"\(key)\":\(value)"
        }
        keys.shuffle(using: &random)
        self.keys = keys
        self.sum = sum
        text = Array("{\(members.joined(separator: ","))}".utf8)
    }
}
