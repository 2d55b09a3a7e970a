import Foundation
import NeatlineFoundation
import NeatlineJSON

// Reads a value as a Swift scalar; nil, after recording the failure, if it has another type.
extension MappingReader {
    @inlinable
    @inline(__always)
    func bool(_ position: Int) -> Bool? {
        if isText, let value = view.bool(position) { return value }
        return boolSlowPath(position)
    }

    @usableFromInline
    @inline(never)
    func boolSlowPath(_ position: Int) -> Bool? {
        if !isText, case .bool(let value) = JSON(plainValue(position)) { return value }
        if options.readsNumbersAsBooleans, let value = converted(position, Bool.init(numberIn:), to: "a boolean") {
            return value
        }
        if let value = coerced(position, Bool.init(coercing:), to: "a boolean") { return value }
        mismatch(at: position, expected: "a boolean")
        return nil
    }

    @usableFromInline
    func string(_ position: Int) -> String? {
        if isText, let value = view.shortString(position) { return value }
        return stringSlowPath(position)
    }

    @inline(never)
    private func stringSlowPath(_ position: Int) -> String? {
        if isText, let value = reader.string(position) { return value }
        if !isText, let value = plainValue(position) as? String { return value }
        if let value = coerced(position, String.init(coercing:), to: "a string") { return value }
        mismatch(at: position, expected: "a string")
        return nil
    }

    /// Returns the integer at `position`, if it is in the range of `Int64`; records nothing.
    @inlinable
    @inline(__always)
    func int64(_ position: Int) -> Int64? {
        if isText, let value = view.int64(position) { return value }
        return int64SlowPath(position)
    }

    @usableFromInline
    @inline(never)
    func int64SlowPath(_ position: Int) -> Int64? {
        if isText { return reader.int64(position) }
        guard case .number(let number) = JSON(plainValue(position)) else { return nil }
        return number.exactInt64
    }

    /// Returns the integer at `position`, if it is above `Int64.max` or the options allow its conversion; records no
    /// failure. A conversion is recorded only if its result is in the range of the type.
    @usableFromInline
    @inline(never)
    func integerSlowPath<Integer: FixedWidthInteger>(_ position: Int) -> Integer? {
        if case .number(let number) = json(position) {
            return Integer.isSigned ? nil : number.exactUInt64.flatMap { Integer(exactly: $0) }
        }
        return coerced(position, { JSONNumber(coercing: $0)?.exactly(Integer.self) }, to: "an integer")
    }

    @inlinable
    @inline(__always)
    func double(_ position: Int) -> Double? {
        if isText, let value = view.double(position), value.isFinite { return value }
        return doubleSlowPath(position)
    }

    /// Returns the elements of an array of finite doubles; nil, with nothing recorded, for all else.
    @usableFromInline
    func doubles(_ position: Int) -> [Double]? { isText ? view.doubles(position) : nil }

    @usableFromInline
    @inline(never)
    func doubleSlowPath(_ position: Int) -> Double? {
        if isText, let value = reader.double(position), value.isFinite || !reader.isFiniteNumber(position) {
            return value
        }
        return doubleSlowPath(position, expected: "a number in the range of Double") { $0 }
    }

    @usableFromInline
    func float(_ position: Int) -> Float? {
        if isText, let value = reader.float(position), value.isFinite || !reader.isFiniteNumber(position) {
            return value
        }
        return doubleSlowPath(position, expected: "a number in the range of Float") { Float($0) }
    }

    @inline(never)
    private func doubleSlowPath<Result: BinaryFloatingPoint>(
        _ position: Int, expected: String, _ convert: (Double) -> Result
    ) -> Result? {
        func inRange(_ number: JSONNumber) -> Result? {
            let result = convert(number.doubleValue)
            return result.isFinite || !number.isFinite ? result : nil
        }
        // A number in a text that is in the range was read by the caller.
        if let number = plainNumber(position) {
            if !isText, let result = inRange(number) { return result }
            mismatch(at: position, expected: expected)
            return nil
        }
        if let result = coerced(position, { JSONNumber(coercing: $0).flatMap(inRange) }, to: "a number") {
            return result
        }
        mismatch(at: position, expected: isConvertibleToNumber(position) ? expected : "a number")
        return nil
    }

    func number(_ position: Int) -> JSONNumber? {
        if let value = plainNumber(position) { return value }
        if let value = coerced(position, JSONNumber.init(coercing:), to: "a number") { return value }
        mismatch(at: position, expected: "a number")
        return nil
    }

    func decimal(_ position: Int) -> Decimal? {
        if isText {
            if let parts = view.parts(position) ?? reader.parts(position) { return Decimal(parts) }
        } else if let value = plainValue(position) as? Decimal {
            return value
        }
        let number = plainNumber(position)
        if let number {
            if let value = Decimal(nearest: number) { return value }
        } else if let value = coerced(
            position, { JSONNumber(coercing: $0).flatMap { Decimal(nearest: $0) } }, to: "a number")
        {
            return value
        }
        let isNumber = number != nil || isConvertibleToNumber(position)
        mismatch(at: position, expected: isNumber ? "a number in the range of Decimal" : "a number")
        return nil
    }

    /// Returns the number at `position`; nil, with nothing recorded, for a value of another type.
    private func plainNumber(_ position: Int) -> JSONNumber? {
        if isText { return reader.number(position) }
        if case .number(let value) = JSON(plainValue(position)) { return value }
        return nil
    }

    /// Whether the options allow the conversion of the value at `position` to a number of any size.
    private func isConvertibleToNumber(_ position: Int) -> Bool {
        options.coercesScalars && JSONNumber(coercing: json(position)) != nil
    }

    /// Returns the value at a position of a dictionary, `NSNull` for null.
    private func plainValue(_ position: Int) -> Any { value(position) ?? NSNull() }

    /// Converts a value of another type if the options allow it, and records the conversion.
    private func coerced<Value>(_ position: Int, _ convert: (JSON) -> Value?, to expected: String) -> Value? {
        options.coercesScalars ? converted(position, convert, to: expected) : nil
    }

    /// Converts a value of another type, and records the conversion.
    private func converted<Value>(_ position: Int, _ convert: (JSON) -> Value?, to expected: String) -> Value? {
        guard let value = convert(json(position)) else { return nil }
        note(.coerced, at: position, expected: .text(expected))
        return value
    }
}

extension Decimal {
    /// Creates the decimal of a number; digits beyond the precision of a decimal are rounded. Nil for a number that is
    /// out of range or not finite.
    fileprivate init?(nearest number: JSONNumber) {
        if let value = number.decimal {
            self = value
            return
        }
        let value = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX"))
        guard number.isFinite, let value, !value.isNaN else { return nil }
        self = value
    }
}

extension Bool {
    /// Creates a boolean from 1 or 0; nil for all other values.
    fileprivate init?(numberIn json: JSON) {
        switch json {
        case .number(let number) where number == 1: self = true
        case .number(let number) where number == 0: self = false
        default: return nil
        }
    }

    /// Creates a boolean from a number or a string.
    fileprivate init?(coercing json: JSON) {
        switch json {
        case .string("true"), .string("1"): self = true
        case .string("false"), .string("0"): self = false
        default: self.init(numberIn: json)
        }
    }
}

extension String {
    /// Creates the text of a number or a boolean.
    fileprivate init?(coercing json: JSON) {
        switch json {
        case .number(let number): self = number.text
        case .bool(let value): self = value ? "true" : "false"
        default: return nil
        }
    }
}

extension JSONNumber {
    /// Creates a number from a string or a boolean.
    fileprivate init?(coercing json: JSON) {
        switch json {
        case .string(let text): self.init(text: text)
        case .bool(let value): self.init(value ? 1 : 0)
        default: return nil
        }
    }
}
