public import Foundation
public import NeatlineJSON

// JSON from and to `Data`, with the options of `JSONSerialization`; the detection of UTF-16 and UTF-32.

extension JSON {
    /// Parses a text from its bytes.
    ///
    /// ```swift
    /// let json = try JSON(data: Data(contentsOf: file))
    /// ```
    ///
    /// - Parameters:
    ///   - data: JSON text in UTF-8, or in UTF-16 or UTF-32, which is detected by the first bytes.
    ///   - options: without `.fragmentsAllowed`, a text that is a single scalar is an error; `.json5Allowed` is
    ///     supported where Foundation has it. Values are always mutable.
    /// - Throws: `JSONError` with the position of the first error.
    /// - Complexity: O(*n*).
    public init(data: Data, options: JSONSerialization.ReadingOptions = []) throws {
        let bytes = JSON.utf8(data)
        try self.init(parsing: bytes, options: JSONParsingOptions(options))
    }

    /// Parses a text; the value is `.error` if the text is invalid, which looks like null and has a position.
    ///
    /// ```swift
    /// let json = JSON(parseJSON: "{\"a\": 1}")
    /// ```
    ///
    /// A text that is a single scalar is an error; `init(parsing:options:)` accepts it.
    ///
    /// - Parameter text: JSON text.
    /// - Complexity: O(*n*).
    @_disfavoredOverload
    public init(parseJSON text: String) {
        do throws(JSONError) {
            try self.init(utf8: Array(text.utf8), options: JSONParsingOptions(JSONSerialization.ReadingOptions()))
        } catch {
            self = .error(error)
        }
    }

    /// Parses a text; the value is `.error` if the text is invalid.
    init(reading data: Data, options: JSONSerialization.ReadingOptions) {
        do throws(JSONError) {
            try self.init(utf8: JSON.utf8(data), options: JSONParsingOptions(options))
        } catch {
            self = .error(error)
        }
    }

    /// Returns the value as UTF-8 JSON text.
    ///
    /// ```swift
    /// let data = try json.rawData(options: [.prettyPrinted, .sortedKeys])
    /// ```
    ///
    /// - Parameter options: `.prettyPrinted` for two spaces a level, `.sortedKeys`, and `.fragmentsAllowed`, without
    ///   which a scalar is an error. Slashes are never escaped.
    /// - Throws: `JSONError` with the code `invalidJSON` for a scalar that the options do not allow, for NaN and the
    ///   infinities, and for a Swift value that JSON cannot represent; with its path.
    /// - Complexity: O(*n*).
    public func rawData(options: JSONSerialization.WritingOptions = []) throws -> Data {
        if !options.contains(.fragmentsAllowed), type != .array, type != .dictionary {
            throw JSONError(.invalidJSON, path: [], expected: "an array or an object", found: scalarName)
        }
        do throws(JSONError) {
            return Data(try utf8(JSONWritingOptions(options)))
        } catch {
            throw error.with(.invalidJSON)
        }
    }

    /// The name of a scalar in messages.
    private var scalarName: String {
        switch type {
        case .null: exists() ? "null" : "no value"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        default: error?.found ?? "no value"
        }
    }

    /// Returns the bytes of a text in UTF-8.
    package static func utf8(_ data: Data) -> [UInt8] { utf8(data.withUnsafeBytes { [UInt8]($0) }) }

    /// Returns a text in UTF-8; the same array if it begins as most texts do.
    static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.count >= 2, 1...0x7F ~= bytes[0], 1...0x7F ~= bytes[1] { return bytes }
        // `String` ignores a truncated last unit, which must be an error.
        guard let encoding = encoding(bytes), bytes.count.isMultiple(of: isUTF32(encoding) ? 4 : 2),
            let text = String(data: Data(bytes), encoding: encoding)
        else {
            return bytes
        }
        // Decoding has removed the byte order mark, and the parser skips one in UTF-8: a second one must be an error.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        return text.utf8.starts(with: mark) ? mark + text.utf8 : Array(text.utf8)
    }

    private static func isUTF32(_ encoding: String.Encoding) -> Bool {
        [.utf32, .utf32BigEndian, .utf32LittleEndian].contains(encoding)
    }

    /// Returns UTF-16 or UTF-32 if the first bytes have that form: a byte order mark or, since JSON begins with two
    /// ASCII characters unless it is a short scalar, zeros. Nil for UTF-8.
    private static func encoding(_ bytes: [UInt8]) -> String.Encoding? {
        let start = Array(bytes.prefix(4))
        guard start.count >= 2 else { return nil }
        if start == [0, 0, 0xFE, 0xFF] || start == [0xFF, 0xFE, 0, 0] { return .utf32 }
        if start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]) { return .utf16 }
        let isZero = start.map { $0 == 0 }
        switch isZero {
        case [true, true, true, false]: return .utf32BigEndian
        case [false, true, true, true]: return .utf32LittleEndian
        case _ where isZero.starts(with: [true, false]): return .utf16BigEndian
        case _ where isZero.starts(with: [false, true]): return .utf16LittleEndian
        default: return nil
        }
    }
}

extension JSONParsingOptions {
    /// Creates the options from Foundation's.
    init(_ options: JSONSerialization.ReadingOptions) {
        #if canImport(Darwin)
        self = options.contains(.json5Allowed) ? .json5 : JSONParsingOptions()
        #else
        self.init()
        #endif
        allowsTopLevelScalars = options.contains(.fragmentsAllowed)
    }
}

extension JSONWritingOptions {
    /// Creates the options from Foundation's.
    init(_ options: JSONSerialization.WritingOptions) {
        self.init(
            indentation: options.contains(.prettyPrinted) ? .spaces(2) : .none, sortsKeys: options.contains(.sortedKeys)
        )
    }
}
