import NeatlineJSON

/// Compares what the library makes of a text with what the reference parser makes of it.
public enum Disagreement {
    /// How the tape and the reference parser differ about `bytes`: acceptance, every value, code and offset of the
    /// error; nil if they agree.
    public static func ofTape(_ bytes: [UInt8], options: JSONParsingOptions = JSONParsingOptions()) -> String? {
        let parsed = Result { () throws(JSONError) in try JSON(utf8: bytes, options: options) }
        let expected = Result { () throws(ReferenceError) in try ReferenceParser.parse(bytes, options: options) }
        return of(parsed, expected, options: options).map { "\($0) in \(show(bytes))" }
    }

    static func of(
        _ parsed: Result<JSON, JSONError>, _ expected: Result<ReferenceValue, ReferenceError>,
        options: JSONParsingOptions
    ) -> String? {
        switch (parsed, expected) {
        case (.success(let json), .success(let value)):
            return json._checkInvariants() ?? between(json, value)
        case (.failure(let error), .failure(let reference)):
            // What was repaired has other offsets.
            guard let offset = reference.offset, options.invalidUTF8 == .reject else { return nil }
            if error.code.rawValue != reference.code.rawValue || error.byteOffset != offset {
                return "\(error.code) at \(error.byteOffset ?? -1) instead of \(reference.code) at \(offset)"
            }
            return nil
        case (.success, .failure(let reference)): return "accepted instead of \(reference)"
        case (.failure(let error), .success): return "rejected (\(error.code) at \(error.byteOffset ?? -1))"
        }
    }

    /// How a value differs from the reference parser's; nil if it does not.
    public static func between(_ json: JSON, _ value: ReferenceValue) -> String? {
        switch (json, value) {
        case (.null, .null): return nil
        case (.bool(let a), .bool(let b)): return a == b ? nil : "\(a) instead of \(b)"
        case (.number(let a), .number(let b)):
            if a.text != b { return "\(a.text) instead of \(b)" }
            guard let double = Double(b), !double.isNaN else { return nil }
            return a.doubleValue == double ? nil : "\(a.doubleValue) as the double of \(b)"
        case (.string(let a), .string(let b)):
            return same(a, b) ? nil : "\(a.debugDescription) instead of \(b.debugDescription)"
        case (.array(let a), .array(let b)):
            if a.count != b.count { return "\(a.count) elements instead of \(b.count)" }
            var count = 0
            for (a, b) in zip(a, b) {
                if let difference = between(a, b) { return "[\(count)]: " + difference }
                count += 1
            }
            return count == b.count ? nil : "\(count) elements walked instead of \(b.count)"
        case (.object(let a), .object(let b)):
            if a.count != b.count { return "\(a.count) members instead of \(b.count)" }
            var count = 0
            for (a, b) in zip(a, b) {
                if !same(a.key, b.key) { return "member \(a.key) instead of \(b.key)" }
                if let difference = between(a.value, b.value) { return ".\(b.key): " + difference }
                count += 1
            }
            return count == b.count ? nil : "\(count) members walked instead of \(b.count)"
        default: return "\(json.type) instead of \(value)"
        }
    }

    private static func same(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }

    /// How the streaming formatter and the tape differ about `bytes`, read in parts of `chunkSize` bytes.
    ///
    /// The formatter takes any number of values, so what follows the first one is its own matter.
    public static func ofFormatter(
        _ bytes: [UInt8], options: JSONParsingOptions = JSONParsingOptions(), chunkSize: Int = .max
    ) -> String? {
        var writing = JSONWritingOptions.compact
        writing.nonFiniteNumbers = .literal
        let formatted = Formatted(bytes, writing: writing, parsing: options, chunkSize: chunkSize)
        let difference: String?
        do throws(JSONError) {
            let json = try JSON(utf8: bytes, options: options)
            // A text that is one string becomes a `String`, which cannot keep half a surrogate pair.
            if case .string = json, options.loneSurrogates == .keep, bytes.contains(UInt8(ascii: "\\")) { return nil }
            let text = try json.utf8(writing)
            difference =
                if let error = formatted.error { "formatter rejects: \(error)" } else if formatted.valueCount != 1 {
                    "\(formatted.valueCount) values instead of 1"
                } else if formatted.output != text + [0x0A] {
                    "formatter writes \(show(formatted.output)) instead of \(show(text))"
                } else { nil }
        } catch {
            difference = compare(formatted, error)
        }
        return difference.map { "\($0) in \(show(bytes))" }
    }

    private static func compare(_ formatted: Formatted, _ error: JSONError) -> String? {
        if error.code == .trailingContent {
            if let other = formatted.error {
                return (other.byteOffset ?? 0) >= (error.byteOffset ?? 0) ? nil : "formatter stops before: \(other)"
            }
            return formatted.valueCount > 1 ? nil : "formatter accepts \(error)"
        }
        guard let other = formatted.error else {
            // Nothing at all is no error in a stream.
            return error.code == .unexpectedEnd && formatted.valueCount == 0 ? nil : "formatter accepts \(error)"
        }
        return other == error
            ? nil : "formatter says \(other.code) at \(other.byteOffset ?? -1): \(other)\ninstead of \(error)"
    }

    /// Some bytes, as text if they are.
    public static func show(_ bytes: [UInt8]) -> String {
        let shown = bytes.prefix(3000)
        guard let text = String(validating: shown, as: UTF8.self) else {
            return "bytes \(Array(shown))"
        }
        return text.debugDescription + (shown.count < bytes.count ? "…" : "")
    }
}
