// Splits Swift source into tokens. It accepts every text, and needs one step for each byte.

struct Tokenizer {
    let bytes: [UInt8]
    private(set) var tokens: [Token] = []
    private var position = 0

    /// The number of strings inside one another's interpolations, above which the rest of the text is one token.
    private static let maximumDepth = 64

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func run() {
        var startsLine = true
        var followsSpace = true
        while let byte = peek() {
            let start = position
            switch byte {
            case "\n", "\r":
                position += 1
                (startsLine, followsSpace) = (true, true)
                continue
            case " ", "\t", "\u{B}", "\u{C}", "\0":
                position += 1
                followsSpace = true
                continue
            case "/" where skipComment():
                if bytes[start..<position].contains(UInt8(ascii: "\n")) { startsLine = true }
                followsSpace = true
                continue
            default: break
            }
            let kind = take(byte)
            tokens.append(
                Token(
                    kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), range: start..<position,
                    startsLine: startsLine, followsSpace: followsSpace))
            (startsLine, followsSpace) = (false, false)
        }
    }

    private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        let index = position + distance
        return index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
    }

    /// Takes one token, of at least one byte.
    private mutating func take(_ first: Unicode.Scalar) -> Token.Kind {
        switch first {
        case "\"":
            skipString(hashes: 0, depth: 0)
            return .string
        case "#": return takeHash()
        case "`":
            position += 1
            while let next = peek(), next != "`", next != "\n" { position += 1 }
            position = min(position + 1, bytes.count)
            return .word
        case "0"..."9":
            while let next = peek(), Tokenizer.isWord(next) || startsFraction(next) { position += 1 }
            return .number
        case "/" where isRegexExpected && skipRegex(): return .regex
        case "-" where peek(1) == ">":
            position += 2
            return .punctuation
        case "(", ")", "[", "]", "{", "}", ",", ";", ":", "@", "<", ">", "\\":
            position += 1
            return .punctuation
        case _ where Tokenizer.isWord(first):
            while let next = peek(), Tokenizer.isWord(next) { position += 1 }
            return .word
        case ".":
            while peek() == "." { position += 1 }
            return .punctuation
        default:
            position += 1
            while let next = peek(), Tokenizer.isOperator(next), !startsComment { position += 1 }
            return .punctuation
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{80}"...: true
        default: false
        }
    }

    private static func isOperator(_ scalar: Unicode.Scalar) -> Bool { "/=-+!*%&|^~?".unicodeScalars.contains(scalar) }

    /// Whether a dot continues a number.
    private func startsFraction(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar == ".", let next = peek(1) else { return false }
        return ("0"..."9").contains(next)
    }

    // MARK: Comments

    private var startsComment: Bool { peek() == "/" && (peek(1) == "/" || peek(1) == "*") }

    /// Skips a comment, if there is one.
    private mutating func skipComment() -> Bool {
        guard startsComment else { return false }
        if peek(1) == "/" {
            while let next = peek(), next != "\n", next != "\r" { position += 1 }
            return true
        }
        var depth = 0
        repeat {
            if peek() == "/", peek(1) == "*" {
                depth += 1
                position += 2
            } else if peek() == "*", peek(1) == "/" {
                depth -= 1
                position += 2
            } else {
                position += 1
            }
        } while depth > 0 && position < bytes.count
        position = min(position, bytes.count)
        return true
    }

    // MARK: Strings

    /// What begins with `#`: a raw string, an extended regular expression, or a word such as `#if`.
    private mutating func takeHash() -> Token.Kind {
        var hashes = 0
        while peek(hashes) == "#" { hashes += 1 }
        switch peek(hashes) {
        case "\"":
            position += hashes
            skipString(hashes: hashes, depth: 0)
            return .string
        case "/":
            position += hashes + 1
            while position < bytes.count, !(peek() == "/" && hasHashes(hashes, at: 1)) {
                position += peek() == "\\" ? 2 : 1
            }
            position = min(position + 1 + hashes, bytes.count)
            return .regex
        default:
            position += 1
            while let next = peek(), Tokenizer.isWord(next) { position += 1 }
            return .word
        }
    }

    private func hasHashes(_ count: Int, at distance: Int) -> Bool {
        (0..<count).allSatisfy { peek(distance + $0) == "#" }
    }

    private func hasQuotes(_ count: Int) -> Bool { (0..<count).allSatisfy { peek($0) == "\"" } }

    /// Skips a string literal, whose quotation mark is next.
    private mutating func skipString(hashes: Int, depth: Int) {
        // A line of the literal cannot begin beside the marks.
        let isMultiline = hasQuotes(3) && restOfLineIsEmpty(from: 3)
        let quotes = isMultiline ? 3 : 1
        position += quotes
        while let next = peek() {
            if next == "\\", hasHashes(hashes, at: 1) {
                position += 1 + hashes
                if peek() == "(" {
                    skipInterpolation(depth: depth + 1)
                } else if peek() != "\n" {
                    position += 1
                }
            } else if next == "\"", hasQuotes(quotes), hasHashes(hashes, at: quotes) {
                position += quotes + hashes
                return
            } else if next == "\n", !isMultiline {
                return
            } else {
                position += 1
            }
        }
        position = min(position, bytes.count)
    }

    private func restOfLineIsEmpty(from distance: Int) -> Bool {
        var distance = distance
        while peek(distance) == " " || peek(distance) == "\t" { distance += 1 }
        return peek(distance) == "\n" || peek(distance) == "\r"
    }

    /// Skips an interpolation, whose opening parenthesis is next.
    private mutating func skipInterpolation(depth: Int) {
        if depth > Tokenizer.maximumDepth {
            position = bytes.count
            return
        }
        var open = 0
        repeat {
            switch peek() {
            case "(":
                open += 1
                position += 1
            case ")":
                open -= 1
                position += 1
            case "\"": skipString(hashes: 0, depth: depth)
            case "#":
                var hashes = 0
                while peek(hashes) == "#" { hashes += 1 }
                position += hashes
                if peek() == "\"" { skipString(hashes: hashes, depth: depth) }
            case "/" where skipComment(): continue
            default: position += 1
            }
        } while open > 0 && position < bytes.count
    }

    // MARK: Regular expressions

    /// Whether a slash can begin an expression: it stands where no operator can.
    private var isRegexExpected: Bool {
        guard let last = tokens.last else { return true }
        switch last.kind {
        case .number, .string, .regex: return false
        case .word:
            let words: Set = [
                "return", "in", "case", "where", "if", "guard", "while", "try", "await", "throw", "switch",
            ]
            return words.contains(last.text)
        case .punctuation: return ![")", "]", "}", ">", "?", "!"].contains(last.text)
        }
    }

    /// Skips a regular expression, which ends on its line.
    private mutating func skipRegex() -> Bool {
        guard let first = peek(1), first != " ", first != "\t" else { return false }
        var distance = 1
        while let next = peek(distance), next != "\n" {
            if next == "/" {
                position += distance + 1
                return true
            }
            distance += next == "\\" ? 2 : 1
        }
        return false
    }
}
