/// A number with all its digits.
///
/// A parsed number keeps its text and is written back digit for digit; it is converted to an `Int64`, `UInt64` or
/// `Double` when it is read as one. Numbers compare by their exact values: `1`, `1.0` and `10e-1` are equal, and
/// 9007199254740993 does not equal 9007199254740992.0. A `Double` has the value of its shortest text, so that `0.1`
/// equals the `Double` 0.1.
public struct JSONNumber: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case int(Int64)
        /// Above `Int64.max`.
        case uint(UInt64)
        case double(Double)
        /// A finite float, which has the value of its shortest text.
        case float(Float)
        /// A short text of a document, validated by the scanner.
        case short(ShortText)
        /// A longer decimal, with all that is needed to write its text.
        case decimal(ShortDecimal)
        /// The number at a position of a document's tape.
        case text(Document, Int)
        /// A number's text, validated against the grammar.
        case literal(String)
    }

    @usableFromInline
    let storage: Storage

    /// Creates an integer of any type; one that fits in neither `Int64` nor `UInt64` keeps its digits.
    ///
    /// - Parameter value: the integer.
    public init(_ value: some BinaryInteger) {
        if let value = Int64(exactly: value) {
            storage = .int(value)
        } else if let value = UInt64(exactly: value) {
            storage = .uint(value)
        } else {
            storage = .literal(String(value))
        }
    }

    @inline(__always)
    init(integer value: Int64) { storage = .int(value) }

    /// Creates a double. NaN and the infinities are allowed; writing rejects or replaces them.
    ///
    /// - Parameter value: the double.
    public init(_ value: Double) { storage = .double(value) }

    /// Creates the number with the fewest digits that reads back as this float: `JSONNumber(0.1 as Float)` is 0.1.
    ///
    /// - Parameter value: the float.
    public init(_ value: Float) { storage = value.isFinite ? .float(value) : .double(Double(value)) }

    init(_ value: ShortDecimal) { storage = .decimal(value) }

    /// Creates a number from its text, or nil if that is not a number of RFC 8259.
    ///
    /// ```swift
    /// let exact = JSONNumber(text: "123456789012345678901234567890.00")
    /// ```
    ///
    /// - Parameter text: the text of the number.
    public init?(text: String) {
        var padded = Array(text.utf8)
        let count = padded.count
        padded.append(contentsOf: repeatElement(0, count: readAhead))
        let isNumber = padded.withUnsafeBufferPointer { bytes in
            let start = bytes.baseAddress!
            let number = NumberKernel.scan(start, limit: start + count)
            return number.failure == .none && number.end == start + count
        }
        guard isNumber else { return nil }
        storage = .literal(text)
    }

    /// Creates the number that `text` begins with, after whitespace, or nil if there is none.
    ///
    /// As lenient as Foundation's `NSDecimalNumber(string:)`, which SwiftyJSON uses: a plus sign, leading zeros and a
    /// point at either end are allowed, and text after the number is ignored.
    init?(prefixOf text: String) {
        if let number = JSONNumber(text: text) {
            self = number
            return
        }
        var rest = text.utf8.drop(while: Byte.isWhitespace)
        let sign = rest.first == Byte.minus ? "-" : ""
        if rest.first == Byte.minus || rest.first == Byte.plus { rest.removeFirst() }
        let whole = rest.prefix(while: Byte.isDigit)
        rest = rest[whole.endIndex...]
        var fraction = Substring().utf8
        if rest.first == Byte.dot {
            fraction = rest.dropFirst().prefix(while: Byte.isDigit)
            rest = rest[fraction.endIndex...]
        }
        if whole.isEmpty, fraction.isEmpty { return nil }
        let significant = whole.drop { $0 == Byte.zero }
        var number = sign + (significant.isEmpty ? "0" : String(Substring(significant)))
        if !fraction.isEmpty { number += "." + String(Substring(fraction)) }
        if let letter = rest.first, letter | 0x20 == Byte.lowerE {
            rest.removeFirst()
            let exponentSign = rest.first == Byte.minus ? "-" : ""
            if rest.first == Byte.minus || rest.first == Byte.plus { rest.removeFirst() }
            let exponent = rest.prefix(while: Byte.isDigit)
            if !exponent.isEmpty { number += "e" + exponentSign + String(Substring(exponent)) }
        }
        self.init(text: number)
    }

    init(_ document: Document, _ index: Int) { self.init(TapeHandle(document), index) }

    /// Creates the number at `index` of a document that the caller keeps alive.
    @inline(__always)
    init(_ reference: TapeHandle, _ index: Int) {
        let (word, text) = reference.with { ($0[index], $0.text(index)) }
        let readable = reference.with { $0.readableCount } &- word.textOffset &- text.count
        if word.has(TapeWord.integerFlag), let value = DecimalParser.shortInt64(text, followedBy: readable),
            value != 0 || word.shortLength == 1
        {
            // The text of every other integer can be derived from its value; that of `-0` cannot.
            storage = .int(value)
        } else if text.count <= ShortText.capacity, !word.has(TapeWord.nonFiniteFlag) {
            storage = .short(ShortText(text, followedBy: readable))
        } else if let decimal = ShortDecimal(text, followedBy: readable) {
            storage = .decimal(decimal)
        } else {
            storage = .text(reference.counted, index)
        }
    }
}

// MARK: Reading

extension JSONNumber {
    /// Calls `body` with the number's text.
    func withText<Value>(_ body: (UnsafeBufferPointer<UInt8>) -> Value) -> Value {
        switch storage {
        case .int(let value):
            return JSONNumber.withDigits(body) { NumberWriter.write(value, to: $0) }
        case .uint(let value):
            return JSONNumber.withDigits(body) { NumberWriter.write(value, to: $0) }
        case .short(let text):
            return JSONNumber.withDigits(body) { text.write(to: $0) }
        case .decimal(let value):
            return JSONNumber.withDigits(body) { value.write(to: $0) }
        case .double(let value):
            if value.isFinite { return JSONNumber.withDigits(body) { NumberWriter.write(value, to: $0) } }
            var text = value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
            return text.withUTF8(body)
        case .float(let value):
            var text = value.description
            return text.withUTF8(body)
        case .text(let document, let index):
            return withExtendedLifetime(document) { body(document.text(index)) }
        case .literal(var text):
            return text.withUTF8(body)
        }
    }

    private static func withDigits<Value>(
        _ body: (UnsafeBufferPointer<UInt8>) -> Value, write: (UnsafeMutablePointer<UInt8>) -> Int
    ) -> Value {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
            let count = write(digits.baseAddress!)
            return body(UnsafeBufferPointer(rebasing: digits[..<count]))
        }
    }

    /// The number as text: as it was written, or the shortest text that reads back as the same value.
    public var text: String { withText { String(decoding: $0, as: UTF8.self) } }

    /// Whether the number is finite: true for every number of RFC 8259, however large.
    public var isFinite: Bool {
        switch storage {
        case .int, .uint, .short, .decimal, .float, .literal: true
        case .double(let value): value.isFinite
        case .text(let document, let index): !document[index].has(TapeWord.nonFiniteFlag)
        }
    }

    /// The nearest double, ties to even; infinite beyond the range of `Double`.
    public var doubleValue: Double {
        @inline(__always)
        get {
            switch storage {
            case .int(let value): Double(value)
            case .uint(let value): Double(value)
            case .short(let text): text.nearestDouble
            case .decimal(let value): value.doubleValue
            case .double(let value): value
            case .float, .text, .literal: doubleOfText
            }
        }
    }

    /// The nearest float, ties to even; infinite beyond the range of `Float`.
    package var floatValue: Float {
        let value = doubleValue
        switch storage {
        case .double: return Float(value)
        case .float(let value): return value
        case .int, .uint, .short, .decimal, .text, .literal:
            // Rounding the double again is wrong only if the number itself was rounded to the middle between two
            // floats.
            guard Float(value.nextUp) != Float(value.nextDown), isFinite else { return Float(value) }
            return Float(text) ?? Float(value)
        }
    }

    /// Returns the nearest double of a number that is stored as text.
    @inline(never)
    private var doubleOfText: Double {
        guard case .text(let document, let index) = storage else { return withText { DecimalParser.double($0) } }
        if document[index].has(TapeWord.nonFiniteFlag) {
            switch document.length(index) {
            case 3: return .nan
            case 8: return .infinity
            default: return -.infinity
            }
        }
        return withExtendedLifetime(document) {
            let text = document.text(index)
            let readable = document.readableCount - (document[index].textOffset + text.count)
            return DecimalParser.double(text, followedBy: readable)
        }
    }

    /// The value, if it is an integer (`1`, `1.0`, `1e2`) between `Int64.min` and `Int64.max`.
    public var exactInt64: Int64? {
        switch storage {
        case .int(let value): value
        case .uint: nil
        case .double(let value): Int64(exactly: value)
        case .short, .decimal, .float, .text, .literal: isFinite ? withText(DecimalValue.exactInt64) : nil
        }
    }

    /// The value, if it is an integer (`1`, `1.0`, `1e2`) between 0 and `UInt64.max`.
    public var exactUInt64: UInt64? {
        switch storage {
        case .int(let value): UInt64(exactly: value)
        case .uint(let value): value
        case .double(let value): UInt64(exactly: value)
        case .short, .decimal, .float, .text, .literal: isFinite ? withText(DecimalValue.exactUInt64) : nil
        }
    }

    /// Returns the value, if it is an integer in the range of `Integer`; otherwise nil.
    ///
    /// ```swift
    /// JSONNumber(text: "300")?.exactly(UInt8.self)   // nil
    /// ```
    ///
    /// - Parameter type: the type of the integer.
    @inlinable
    public func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        if let value = exactInt64 { return Integer(exactly: value) }
        if let value = exactUInt64 { return Integer(exactly: value) }
        return nil
    }

    /// Returns the value without its fraction, modulo the range of `Integer`; the nearest limit of `Integer` for a
    /// value that fits in neither `Int64` nor `UInt64`; 0 for NaN.
    func truncated<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer {
        switch storage {
        case .int(let value): return Integer(truncatingIfNeeded: value)
        case .uint(let value): return Integer(truncatingIfNeeded: value)
        case .double(let value):
            let whole = value.rounded(.towardZero)
            if let value = Int64(exactly: whole) { return Integer(truncatingIfNeeded: value) }
            if let value = UInt64(exactly: whole) { return Integer(truncatingIfNeeded: value) }
            return whole.isNaN ? 0 : whole < 0 ? .min : .max
        case .short, .decimal, .float, .text, .literal:
            guard isFinite else { return JSONNumber(doubleValue).truncated() }
            return withText { text in
                let value = DecimalValue(text)
                guard let magnitude = value.truncatedMagnitude else { return value.isNegative ? .min : .max }
                if !value.isNegative { return Integer(truncatingIfNeeded: magnitude) }
                guard let negative = DecimalParser.int64(magnitude: magnitude, isNegative: true) else { return .min }
                return Integer(truncatingIfNeeded: negative)
            }
        }
    }
}

// MARK: Comparing

extension JSONNumber: Hashable, Comparable {
    /// Returns whether the exact values are equal; NaN equals NaN, as `Hashable` requires.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        if case .int(let a) = a.storage, case .int(let b) = b.storage { return a == b }
        guard a.isFinite, b.isFinite else {
            if a.isFinite || b.isFinite { return false }
            let (a, b) = (a.doubleValue, b.doubleValue)
            return a == b || (a.isNaN && b.isNaN)
        }
        return a.withText { a in b.withText { b in DecimalValue(a) == DecimalValue(b) } }
    }

    /// Returns whether the exact value of `a` is smaller; always false for NaN.
    public static func < (a: JSONNumber, b: JSONNumber) -> Bool {
        if case .int(let a) = a.storage, case .int(let b) = b.storage { return a < b }
        guard a.isFinite, b.isFinite else {
            if !a.isFinite, !b.isFinite { return a.doubleValue < b.doubleValue }
            return a.isFinite ? b.doubleValue == .infinity : a.doubleValue == -.infinity
        }
        return a.withText { a in b.withText { b in DecimalValue(a) < DecimalValue(b) } }
    }

    /// Hashes the exact value, so that `1`, `1.0` and `1e0` have the same hash.
    public func hash(into hasher: inout Hasher) {
        guard isFinite else {
            let value = doubleValue
            hasher.combine(value.isNaN ? 2 : value < 0 ? 3 : 4)
            return
        }
        withText { DecimalValue($0).hash(into: &hasher) }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The number as JSON text, with its digits.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Creates a number from an integer literal.
    ///
    /// - Parameter value: the value of the literal.
    public init(integerLiteral value: Int64) { self.init(value) }

    /// Creates a number from a floating-point literal.
    ///
    /// - Parameter value: the value of the literal.
    public init(floatLiteral value: Double) { self.init(value) }
}
