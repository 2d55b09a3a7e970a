import Foundation

/// A decoder of JSON, set up from `DecodingSettings`.
protocol DecodesJSON {
    init(_ settings: DecodingSettings)
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
    func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T
}

/// An encoder of JSON, set up from `EncodingSettings`.
protocol EncodesJSON {
    init(_ settings: EncodingSettings)
    func encode<T: Encodable>(_ value: T) throws -> Data
    func encode<T: EncodableWithConfiguration>(
        _ value: T, configuration: T.EncodingConfiguration
    ) throws -> Data
}

struct FoundationDecoder: DecodesJSON {
    let decoder = JSONDecoder()

    init(_ settings: DecodingSettings) {
        switch settings.dates {
        case .deferred: decoder.dateDecodingStrategy = .deferredToDate
        case .seconds: decoder.dateDecodingStrategy = .secondsSince1970
        case .milliseconds: decoder.dateDecodingStrategy = .millisecondsSince1970
        case .iso8601: decoder.dateDecodingStrategy = .iso8601
        case .formatted: decoder.dateDecodingStrategy = .formatted(CustomStrategies.formatter)
        case .custom: decoder.dateDecodingStrategy = .custom { try CustomStrategies.date(from: $0) }
        case .customThrowing:
            decoder.dateDecodingStrategy = .custom { decoder in
                try CustomStrategies.refuse(Date.self, at: decoder.codingPath)
                return Date()
            }
        }
        switch settings.bytes {
        case .base64: decoder.dataDecodingStrategy = .base64
        case .deferred: decoder.dataDecodingStrategy = .deferredToData
        case .custom: decoder.dataDecodingStrategy = .custom { try CustomStrategies.data(from: $0) }
        }
        switch settings.keys {
        case .plain: decoder.keyDecodingStrategy = .useDefaultKeys
        case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case .custom: decoder.keyDecodingStrategy = .custom { CustomStrategies.decodedKey($0) }
        }
        if settings.floats == .strings {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        }
        decoder.allowsJSON5 = settings.allowsJSON5
        decoder.assumesTopLevelDictionary = settings.assumesTopLevelDictionary
        if settings.hasUserInfo { decoder.userInfo[CustomStrategies.userInfoKey] = "seen" }
    }

    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T { try decoder.decode(type, from: data) }

    func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        try decoder.decode(type, from: data, configuration: configuration)
    }
}

struct FoundationEncoder: EncodesJSON {
    let encoder = JSONEncoder()

    init(_ settings: EncodingSettings) {
        switch settings.dates {
        case .deferred: encoder.dateEncodingStrategy = .deferredToDate
        case .seconds: encoder.dateEncodingStrategy = .secondsSince1970
        case .milliseconds: encoder.dateEncodingStrategy = .millisecondsSince1970
        case .iso8601: encoder.dateEncodingStrategy = .iso8601
        case .formatted: encoder.dateEncodingStrategy = .formatted(CustomStrategies.formatter)
        case .custom: encoder.dateEncodingStrategy = .custom { try CustomStrategies.write($0, to: $1) }
        case .customThrowing:
            encoder.dateEncodingStrategy = .custom { try CustomStrategies.refuse($0, at: $1.codingPath) }
        case .customNothing: encoder.dateEncodingStrategy = .custom { _, _ in }
        }
        switch settings.bytes {
        case .base64: encoder.dataEncodingStrategy = .base64
        case .deferred: encoder.dataEncodingStrategy = .deferredToData
        case .custom: encoder.dataEncodingStrategy = .custom { try CustomStrategies.write($0, to: $1) }
        case .customNothing: encoder.dataEncodingStrategy = .custom { _, _ in }
        }
        switch settings.keys {
        case .plain: encoder.keyEncodingStrategy = .useDefaultKeys
        case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
        case .custom: encoder.keyEncodingStrategy = .custom { CustomStrategies.encodedKey($0) }
        }
        if settings.floats == .strings {
            encoder.nonConformingFloatEncodingStrategy = .convertToString(
                positiveInfinity: "+∞", negativeInfinity: "-∞", nan: "NaN")
        }
        encoder.outputFormatting = []
        if settings.isSorted { encoder.outputFormatting.insert(.sortedKeys) }
        if settings.isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        if !settings.escapesSlashes { encoder.outputFormatting.insert(.withoutEscapingSlashes) }
        if settings.hasUserInfo { encoder.userInfo[CustomStrategies.userInfoKey] = "seen" }
    }

    func encode<T: Encodable>(_ value: T) throws -> Data { try encoder.encode(value) }

    func encode<T: EncodableWithConfiguration>(
        _ value: T, configuration: T.EncodingConfiguration
    ) throws -> Data {
        try encoder.encode(value, configuration: configuration)
    }
}
