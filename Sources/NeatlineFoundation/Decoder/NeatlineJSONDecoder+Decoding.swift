public import Foundation
public import NeatlineJSON

// The functions of the decoder that start a run, and add positions to its errors.

extension NeatlineJSONDecoder {
    /// Decodes a value from a text in UTF-8, UTF-16 or UTF-32.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the JSON text.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` if the text is not JSON or a value does not have the required type, and what the type
    ///   throws.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decode(type, from: JSON.utf8(data))
    }

    /// Decodes a value from a text in UTF-8.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the JSON text.
    /// - Returns: The decoded value.
    /// - Throws: as `decode(_:from:)` of `Data`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
        try decoding(bytes) { try $0.value(type) }
    }

    /// Decodes a value from a text.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - text: the JSON text.
    /// - Returns: The decoded value.
    /// - Throws: as `decode(_:from:)` of `Data`.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        try decode(type, from: Array(text.utf8))
    }

    /// Decodes a value from parsed JSON, without parsing it again.
    ///
    /// ```swift
    /// let page = try JSON(parsing: bytes)
    /// let users = try decoder.decode([User].self, from: page["users"])
    /// ```
    ///
    /// Coding paths begin at the value; lines and columns are those of its text.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - json: the value.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError`, which is `valueNotFound` for a missing value, or the error of the type.
    public func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
        let reader: DocumentReader
        do throws(JSONError) {
            reader = try DocumentReader(json)
        } catch {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: [], debugDescription: "There is no value to decode.", underlyingError: error))
        }
        return try decoding(reader, currentSettings) { try $0.value(type) }
    }

    /// Decodes a value of a type that needs a configuration.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the JSON text.
    ///   - configuration: the configuration.
    /// - Returns: The decoded value.
    /// - Throws: as `decode(_:from:)` of `Data`.
    public func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        try decoding(JSON.utf8(data)) { try type.init(from: $0, configuration: configuration) }
    }

    /// Decodes a value of a type that needs a configuration, which another type provides.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - data: the JSON text.
    ///   - configuration: the type that provides the configuration.
    /// - Returns: The decoded value.
    /// - Throws: as `decode(_:from:)` of `Data`.
    public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }

    private func decoding<T>(_ bytes: [UInt8], _ body: (ValueDecoder) throws -> T) throws -> T {
        let settings = currentSettings
        let text = settings.values.assumesTopLevelDictionary ? NeatlineJSONDecoder.braced(bytes) : bytes
        let reader: DocumentReader
        do throws(JSONError) {
            reader = try DocumentReader(parsing: text, options: settings.parsing)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error))
        }
        return try decoding(reader, settings, body)
    }

    @inline(__always)
    private func decoding<T>(
        _ reader: DocumentReader, _ settings: DecodingSettings.Shared, _ body: (ValueDecoder) throws -> T
    ) throws -> T {
        var scope = DecodingScope.begin(reader, settings)
        defer { DecodingScope.end(&scope) }
        do {
            return try body(ValueDecoder(scope, reader.root, depth: 0))
        } catch let error as DecodingError {
            throw scope.placed(error)
        }
    }

    /// Returns the text as an object, if it does not begin with a brace.
    private static func braced(_ bytes: [UInt8]) -> [UInt8] {
        let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
        let first = content.first { !" \t\r\n".utf8.contains($0) }
        if first == UInt8(ascii: "{") { return bytes }
        return [UInt8(ascii: "{")] + content + Array("\n}".utf8)
    }
}

extension JSON {
    /// Decodes the value, without parsing it again.
    ///
    /// ```swift
    /// let user = try json["users"][0].decode(User.self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - decoder: the decoder.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError`, which is `valueNotFound` if the value is missing, or the error of the type.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self, using decoder: NeatlineJSONDecoder = NeatlineJSONDecoder()
    ) throws -> T {
        try decoder.decode(type, from: self)
    }
}
