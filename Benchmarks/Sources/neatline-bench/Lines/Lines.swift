import NeatlineJSON

/// Values as a text of lines and as the text of an array.
struct Lines {
    /// A value a line.
    let text: [UInt8]
    /// The same values in an array.
    let array: [UInt8]
    let count: Int
    /// How many elements and members the values have.
    let children: Int

    /// The lines of `corpus`, again and again up to `size` bytes; nil if it holds less than two values.
    init?(_ corpus: Corpus, size: Int) throws {
        let values: [JSON]
        if corpus.isLines {
            values = try corpus.texts.map { try JSON(parsing: $0) }
        } else {
            let document = try JSON(parsing: corpus.bytes)
            values = document.array ?? document.map(\.1).first { $0.type == .array }?.array ?? []
        }
        guard values.count > 1 else { return nil }
        let records = try values.map { try $0.serialized(.compact) }
        var text: [UInt8] = []
        var array = Array("[".utf8)
        var count = 0
        var children = 0
        while text.count < size {
            let ordinal = count % records.count
            if count > 0 { array.append(UInt8(ascii: ",")) }
            array += records[ordinal]
            text += records[ordinal] + [UInt8(ascii: "\n")]
            children += values[ordinal].count
            count += 1
        }
        self.text = text
        self.array = array + Array("]".utf8)
        self.count = count
        self.children = children
    }

    /// What is wrong with an answer.
    func mismatch(_ found: (count: Int, children: Int)) -> String? {
        found == (count, children)
            ? nil : "\(found.count) values with \(found.children) children instead of \(count) with \(children)"
    }
}
