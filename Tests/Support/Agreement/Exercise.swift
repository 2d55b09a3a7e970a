import NeatlineJSON

/// Does with a value what users do, so that a trap, a hang or an over-read shows.
public enum Exercise {
    /// Parses `bytes` and, if that succeeds, compares, hashes, describes, writes and reads the value.
    ///
    /// - Returns: what is wrong, or nil.
    public static func all(_ bytes: [UInt8], options: JSONParsingOptions = JSONParsingOptions()) -> String? {
        do throws(JSONError) {
            return all(try JSON(utf8: bytes, options: options), bytes, options: options)
        } catch {
            // What was repaired has other offsets.
            let isRepaired = options.invalidUTF8 == .replace
            let count = isRepaired ? String(decoding: bytes, as: UTF8.self).utf8.count : bytes.count
            if error.byteOffset.map({ $0 > count }) ?? true { return "error outside the text: \(error)" }
            return error.description.isEmpty ? "an error without words" : nil
        }
    }

    private static func all(_ json: JSON, _ bytes: [UInt8], options: JSONParsingOptions) -> String? {
        var writing = JSONWritingOptions.compact
        writing.nonFiniteNumbers = .literal
        do throws(JSONError) {
            let compact = try json.utf8(writing)
            let again = try JSON(utf8: compact, options: options)
            if json != again { return "not equal to itself, written and parsed" }
            if json.hashValue != again.hashValue { return "hash differs from an equal value's" }
            if try again.utf8(writing) != compact { return "compact text is not written as it was read" }
            writing.indentation = .spaces(2)
            writing.sortsKeys = true
            writing.escapesNonASCII = true
            if try JSON(utf8: try json.utf8(writing), options: options).hashValue != json.hashValue {
                return "the sorted, escaped text is another value"
            }
        } catch {
            return "written text is rejected: \(error)"
        }
        _ = json.description
        return nil
    }
}
