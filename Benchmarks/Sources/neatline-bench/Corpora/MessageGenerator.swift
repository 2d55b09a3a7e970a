/// The two kinds of small messages.
enum MessageForm {
    /// Exactly 36 bytes: `{"id":123456,"name":"abc","ok":true}`.
    case note
    /// About 1 KB: an order with its customer and its lines.
    case order
}

/// What the three fields that are read from each message add up to.
struct Fields: Equatable {
    /// The integers, and one for every true boolean.
    var integers = 0
    /// UTF-8 bytes of the strings.
    var textBytes = 0
    /// Sum of the floating-point fields.
    var reals = 0.0

    func mismatch(with reference: Fields) -> String? {
        // JSONSerialization is not exact in the last place; see `Tally.Precision`.
        let realsAgree = (reals - reference.reals).magnitude <= reference.reals.magnitude * 1e-9
        guard integers == reference.integers, textBytes == reference.textBytes, realsAgree else {
            return "\(self), expected \(reference)"
        }
        return nil
    }
}

/// Distinct small messages, and what reading them has to give.
struct Messages {
    let form: MessageForm
    let texts: [[UInt8]]
    let reference: Fields

    var bytes: Int {
        texts.reduce(0) { $0 + $1.count }
    }

    init(_ form: MessageForm, count: Int) {
        var random = SeededGenerator(seed: form == .note ? 5 : 6)
        var reference = Fields()
        self.form = form
        texts = (0..<count).map { _ in
            let text = form == .note ? Self.note(&random, &reference) : Self.order(&random, &reference)
            return Array(text.utf8)
        }
        self.reference = reference
    }

    private static func note(_ random: inout SeededGenerator, _ reference: inout Fields) -> String {
        let isTrue = random.once(in: 2)
        let identifier = random.int(100_000...999_999)
        let name = Prose.token(isTrue ? 3 : 2, using: &random)
        reference.integers += identifier + (isTrue ? 1 : 0)
        reference.textBytes += name.utf8.count
        return "{\"id\":\(identifier),\"name\":\"\(name)\",\"ok\":\(isTrue)}"
    }

    private static func order(_ random: inout SeededGenerator, _ reference: inout Fields) -> String {
        let identifier = random.int(1_000_000...9_999_999)
        let email = "\(Prose.token(random.int(5...12), using: &random))@example.org"
        var cents = 0
        let lines = (1...5).map { number in
            let price = random.int(100...9_999)
            let quantity = random.int(1...5)
            let discount = random.once(in: 4) ? "\(Double(random.int(1...9)) / 20)" : "null"
            cents += price * quantity
            return """
                {"line":\(number),"sku":"\(Prose.token(10, using: &random))",\
                "title":"\(Prose.phrase(3...6, using: &random))","quantity":\(quantity),\
                "price":\(Double(price) / 100),"discount":\(discount),"gift":\(random.once(in: 8))}
                """
        }
        let total = Double(cents) / 100
        let note = random.once(in: 3) ? "\"\(Prose.phrase(3...6, using: &random))\"" : "null"
        reference.integers += identifier
        reference.textBytes += email.utf8.count
        reference.reals += total
        return """
            {"id":\(identifier),"status":"\(random.pick(["paid", "shipped", "open"]))",\
            "created_at":"\(Prose.date(using: &random))","customer":{"id":\(random.int(1...900_000)),\
            "name":"\(Prose.phrase(2...2, using: &random))","email":"\(email)","vip":\(random.once(in: 9)),\
            "address":{"street":"\(Prose.phrase(2...3, using: &random)) \(random.int(1...200))","city":"Zürich",\
            "zip":"\(random.int(10_000...99_999))","country":"CH","location":[8.5417,47.3769]}},\
            "lines":[\(lines.joined(separator: ","))],"total":\(total),"currency":"CHF",\
            "tags":["web","\(Prose.token(5, using: &random))"],"note":\(note),\
            "payment":{"method":"card","last4":"\(random.int(1_000...9_999))","authorized":true}}
            """
    }
}
