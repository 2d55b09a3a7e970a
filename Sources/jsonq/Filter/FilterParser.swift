import NeatlineJSON

/// Compiles the text of a filter.
///
/// Chains of any length are parsed by loops; parentheses and arguments recurse, up to `maximumDepth`.
///
/// ```
/// pipe       = list *( "|" list )
/// list       = either *( "," either )
/// either     = both *( "or" both )
/// both       = comparison *( "and" comparison )
/// comparison = path [ ( "==" / "!=" / "<" / "<=" / ">" / ">=" ) path ]
/// path       = term *( "?" / field / "[" … "]" )
/// term       = "." / ".." / field / literal / function / "(" pipe ")" / "[" pipe "]"
/// ```
struct FilterParser {
    /// The maximum number of nested parentheses and arguments.
    static let maximumDepth = 200

    private let text: String
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    private typealias Code = [Instruction]

    private init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    /// Compiles a filter; an empty text is `.`.
    ///
    /// - Throws: the first syntax error.
    static func parse(_ text: String) throws(FilterSyntaxError) -> Filter {
        var parser = FilterParser(text)
        parser.skipSpace()
        if parser.position == parser.scalars.count { return .identity }
        let code = try parser.parsePipe()
        guard parser.position == parser.scalars.count else { throw parser.unexpected("an operator or the end") }
        return Filter(instructions: code)
    }
}

// MARK: Operators

extension FilterParser {
    private mutating func parsePipe() throws(FilterSyntaxError) -> Code {
        var code = try parseList()
        while take("|") { code += try parseList() }
        return code
    }

    private mutating func parseList() throws(FilterSyntaxError) -> Code {
        var element = try parseEither()
        guard peek() == "," else { return element }
        var code: Code = []
        var jumps: [Int] = []
        while take(",") {
            code.append(.fork(element.count + 2))
            code += element
            jumps.append(code.count)
            code.append(.jump(0))
            element = try parseEither()
        }
        code += element
        for jump in jumps { code[jump] = .jump(code.count - jump) }
        return code
    }

    private mutating func parseEither() throws(FilterSyntaxError) -> Code {
        var operands = [try parseBoth()]
        while takeWord("or") { operands.append(try parseBoth()) }
        return FilterParser.logical(operands, endsWith: true)
    }

    private mutating func parseBoth() throws(FilterSyntaxError) -> Code {
        var operands = [try parseComparison()]
        while takeWord("and") { operands.append(try parseComparison()) }
        return FilterParser.logical(operands, endsWith: false)
    }

    /// Returns code that evaluates the operands for the same value, until the result of one is `ends`.
    private static func logical(_ operands: [Code], endsWith ends: Bool) -> Code {
        if operands.count == 1 { return operands[0] }
        var code: Code = []
        var tests: [Int] = []
        for operand in operands.dropLast() {
            code.append(.save)
            code += operand
            tests.append(code.count)
            code.append(.test(ends: ends, to: 0))
        }
        code += operands[operands.count - 1]
        code.append(.truth)
        for test in tests { code[test] = .test(ends: ends, to: code.count - test) }
        return code
    }

    private mutating func parseComparison() throws(FilterSyntaxError) -> Code {
        let a = try parsePath()
        guard let comparison = takeComparison() else { return a }
        let b = try parsePath()
        // As in jq, the right operand's results are the outer loop.
        return [.save] + b + [.exchange] + a + [.compare(comparison)]
    }

    private mutating func takeComparison() -> Comparison? {
        for comparison in Comparison.allCases where starts(with: comparison.rawValue) {
            position += comparison.rawValue.unicodeScalars.count
            skipSpace()
            return comparison
        }
        return nil
    }
}

// MARK: Paths

extension FilterParser {
    private mutating func parsePath() throws(FilterSyntaxError) -> Code {
        var code = try parseTerm()
        /// Each `?` applies to the whole path before it, so all of them begin at its start.
        var tries = 0
        while true {
            if peek() == "[" {
                code.append(try parseBrackets())
            } else if peek() == ".", !starts(with: "..") {
                position += 1
                if peek() == "[" {
                    code.append(try parseBrackets())
                } else {
                    code.append(try parseField())
                }
            } else if take("?") {
                code.append(.endTry)
                tries += 1
            } else {
                return repeatElement(.beginTry, count: tries) + code
            }
        }
    }

    private mutating func parseTerm() throws(FilterSyntaxError) -> Code {
        guard let first = peek() else { throw unexpected("a filter") }
        let start = position
        switch first {
        case ".":
            position += 1
            if peek() == "." {
                position += 1
                skipSpace()
                return [.descend]
            }
            if peek() == "[" { return [try parseBrackets()] }
            if peek() == "\"" || peek().map(FilterParser.startsName) == true { return [try parseField()] }
            skipSpace()
            return []
        case "(":
            return try nested { (parser) throws(FilterSyntaxError) in
                let code = try parser.parsePipe()
                try parser.expect(")")
                return code
            }
        case "\"": return [.literal(.string(try parseString()))]
        case "-", "0"..."9": return [.literal(.number(try parseNumber()))]
        case "[":
            return try nested { (parser) throws(FilterSyntaxError) in
                if parser.take("]") { return [.literal(.array(JSONArray()))] }
                let code = try parser.parsePipe()
                try parser.expect("]")
                return FilterParser.collecting(code)
            }
        case "{":
            position += 1
            skipSpace()
            guard take("}") else {
                position = start
                throw error("building an object ('{') is not supported, use jq for that; there is '{}'")
            }
            return [.literal(.object(JSONObject()))]
        default:
            guard FilterParser.startsName(first) else { throw unexpected("a filter") }
            return try parseFunction()
        }
    }

    /// Returns code with one result: an array of the results of `code`.
    private static func collecting(_ code: Code) -> Code { [.collect(to: code.count + 2)] + code + [.gather] }

    /// Parses a name or a string after a dot.
    ///
    /// - Throws: a syntax error.
    private mutating func parseField() throws(FilterSyntaxError) -> Instruction {
        let name: String
        if peek() == "\"" {
            name = try parseString()
        } else if let first = peek(), FilterParser.startsName(first) {
            name = parseName()
        } else {
            throw unexpected("a name after '.'")
        }
        return .member(name, isOptional: take("?"))
    }

    /// Parses `[]`, `["k"]`, `[0]` or `[2:5]`.
    ///
    /// - Throws: a syntax error.
    private mutating func parseBrackets() throws(FilterSyntaxError) -> Instruction {
        position += 1
        skipSpace()
        if take("]") { return .each(isOptional: take("?")) }
        if peek() == "\"" {
            let name = try parseString()
            try expect("]")
            return .member(name, isOptional: take("?"))
        }
        let from = peek() == ":" ? nil : try parseIndex()
        if take(":") {
            let to = peek() == "]" ? nil : try parseIndex()
            if from == nil, to == nil { throw unexpected("a number") }
            try expect("]")
            return .slice(from: from, to: to, isOptional: take("?"))
        }
        try expect("]")
        // A negative index is counted from the end afterwards.
        return .element((from ?? 0).rounded(.towardZero), isOptional: take("?"))
    }

    private mutating func parseIndex() throws(FilterSyntaxError) -> Double {
        guard let first = peek(), first == "-" || ("0"..."9").contains(first) else {
            throw unexpected("a number, a string in double quotes, ':' or ']'")
        }
        return try parseNumber().doubleValue
    }
}

// MARK: Functions and literals

extension FilterParser {
    /// The functions and named literals.
    static let names = [
        "empty", "false", "has", "keys", "length", "map", "not", "null", "paths", "select", "to_entries", "true",
        "type",
    ]

    private mutating func parseFunction() throws(FilterSyntaxError) -> Code {
        let start = position
        let name = parseName()
        switch name {
        case "null": return [.literal(.null)]
        case "true": return [.literal(.bool(true))]
        case "false": return [.literal(.bool(false))]
        case "empty": return [.empty]
        case "keys": return [.keys]
        case "length": return [.length]
        case "type": return [.type]
        case "not": return [.not]
        case "to_entries": return [.toEntries]
        case "paths": return [.paths]
        case "select": return [.save] + (try parseArgument(of: name)) + [.keepIfTrue]
        case "map": return FilterParser.collecting([.each(isOptional: false)] + (try parseArgument(of: name)))
        case "has": return [.save] + (try parseArgument(of: name)) + [.has]
        default:
            position = start
            let isOfJq = UnsupportedSyntax.names.contains(name)
            throw error(
                (isOfJq ? "'\(name)' is not supported, use jq for that" : "there is no function '\(name)'")
                    + "; there are \(FilterParser.names.joined(separator: ", "))")
        }
    }

    private mutating func parseArgument(of name: String) throws(FilterSyntaxError) -> Code {
        guard peek() == "(" else { throw unexpected("'(' after '\(name)'") }
        return try nested { (parser) throws(FilterSyntaxError) in
            let code = try parser.parsePipe()
            try parser.expect(")")
            return code
        }
    }

    private mutating func nested(
        _ body: (inout FilterParser) throws(FilterSyntaxError) -> Code
    ) throws(FilterSyntaxError) -> Code {
        if depth == FilterParser.maximumDepth {
            throw error("more than \(FilterParser.maximumDepth) levels of parentheses")
        }
        depth += 1
        position += 1
        skipSpace()
        let code = try body(&self)
        depth -= 1
        return code
    }

    private mutating func parseNumber() throws(FilterSyntaxError) -> JSONNumber {
        let start = position
        if scalars[position] == "-" {
            position += 1
            skipSpace()
        }
        let digits = position
        while let next = peek() {
            let isSign = next == "+" || next == "-"
            if isSign, position == digits || !"eE".unicodeScalars.contains(scalars[position - 1]) { break }
            guard isSign || ("0"..."9").contains(next) || ".eE".unicodeScalars.contains(next) else { break }
            position += 1
        }
        let sign = digits > start ? "-" : ""
        guard let number = JSONNumber(text: sign + string(digits..<position)) else {
            position = start
            throw error("expected a number as in JSON, found '\(string(start..<Swift.max(start + 1, digits)))'")
        }
        skipSpace()
        return number
    }

    private mutating func parseString() throws(FilterSyntaxError) -> String {
        let start = position
        position += 1
        while let next = peek(), next != "\"" {
            position += 1
            guard next == "\\" else { continue }
            if peek() == "(" {
                position -= 1
                throw error("interpolation ('\\( … )') is not supported, use jq for that")
            }
            position += 1
        }
        guard position < scalars.count else {
            position = start
            throw error("this string does not end")
        }
        position += 1
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        do {
            let value = try JSON(utf8: Array(string(start..<position).utf8), options: options)
            skipSpace()
            return value.stringValue
        } catch {
            position = start + Swift.max((error.column ?? 1) - 1, 0)
            throw self.error(error.message)
        }
    }

    private mutating func parseName() -> String {
        let start = position
        while let next = peek(), FilterParser.startsName(next) || ("0"..."9").contains(next) { position += 1 }
        let name = string(start..<position)
        skipSpace()
        return name
    }

    static func startsName(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }
}

// MARK: Characters

extension FilterParser {
    private func peek() -> Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func string(_ range: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars[range])
        return String(view)
    }

    private func starts(with text: String) -> Bool { scalars[position...].starts(with: text.unicodeScalars) }

    /// Skips whitespace, and comments from `#` to the end of the line.
    private mutating func skipSpace() {
        while let next = peek() {
            if next == "#" {
                while let next = peek(), next != "\n" { position += 1 }
            } else if next == " " || next == "\t" || next == "\n" || next == "\r" {
                position += 1
            } else {
                return
            }
        }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        skipSpace()
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard starts(with: word) else { return false }
        let end = position + word.unicodeScalars.count
        if end < scalars.count, FilterParser.startsName(scalars[end]) || ("0"..."9").contains(scalars[end]) {
            return false
        }
        position = end
        skipSpace()
        return true
    }

    private mutating func expect(_ scalar: Unicode.Scalar) throws(FilterSyntaxError) {
        if !take(scalar) { throw unexpected("'\(scalar)'") }
    }

    private func unexpected(_ expected: String) -> FilterSyntaxError {
        if let name = hyphenatedName { return error("a name with '-' is written in double quotes: .\"\(name)\"") }
        if let syntax = UnsupportedSyntax.description(of: scalars[position...]) {
            return error("\(syntax) is not supported, use jq for that")
        }
        let hint = UnsupportedSyntax.hint(of: scalars[position...], after: position > 0 ? scalars[position - 1] : nil)
        return error(
            "expected \(expected), found \(peek().map { "'\($0)'" } ?? "the end")\(hint.map { "; \($0)" } ?? "")")
    }

    /// The name around the current position, such as that of `.a-b`, if there is a hyphen in a name without quotes.
    private var hyphenatedName: String? {
        func isPart(_ scalar: Unicode.Scalar) -> Bool {
            FilterParser.startsName(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
        }
        let start = position - scalars[..<position].reversed().prefix(while: isPart).count
        let end = position + scalars[position...].prefix(while: isPart).count
        guard peek() == "-", start > 0, start < position, end > position + 1, scalars[start - 1] == "." else {
            return nil
        }
        return string(start..<end)
    }

    private func error(_ message: String) -> FilterSyntaxError {
        FilterSyntaxError(message: message, offset: Swift.min(position, scalars.count), filter: text)
    }
}
