internal import Foundation
internal import NeatlineJSON

extension ValueDecoder {
    /// The value as one of any type: those that a strategy is for, and those that are read without a container, are not
    /// asked to decode themselves.
    func value<T: Decodable>(_ type: T.Type) throws -> T {
        if type == Date.self { return ValueDecoder.same(try date()) }
        if type == Data.self { return ValueDecoder.same(try data()) }
        if type == URL.self { return ValueDecoder.same(try url()) }
        if type == Decimal.self { return ValueDecoder.same(try decimal()) }
        if type == JSON.self { return ValueDecoder.same(scope.reader.json(position)) }
        if let dictionary = type as? any DecodedDictionary.Type {
            return try decode(dictionary)
        }
        return try T(from: self)
    }

    private func decode<D: DecodedDictionary, T>(_ type: D.Type) throws -> T {
        ValueDecoder.same(try D.decoded(self))
    }

    /// A value whose type is `T`, which the compiler does not know.
    @inline(__always)
    static func same<A, T>(_ value: A) -> T {
        precondition(A.self == T.self)
        // SAFETY: it is the same type.
        return unsafeBitCast(value, to: T.self)
    }

    private func date() throws -> Date {
        try requireValue(Date.self)
        switch scope.run.settings.dates {
        case .deferredToDate: return try Date(from: self)
        case .secondsSince1970: return Date(timeIntervalSince1970: try scalar())
        case .millisecondsSince1970: return Date(timeIntervalSince1970: try scalar() / 1000)
        case .iso8601:
            if let date = ISO8601Parser.date(try scalar()) { return date }
            throw corrupted("Expected date string to be ISO8601-formatted.")
        case .formatted(let formatter):
            if let date = formatter.date(from: try scalar()) { return date }
            throw corrupted("Date string does not match format expected by formatter.")
        case .custom(let decode): return try decode(self)
        }
    }

    private func data() throws -> Data {
        try requireValue(Data.self)
        switch scope.run.settings.data {
        case .deferredToData: return try Data(from: self)
        case .base64:
            let text: String = try scalar()
            if let data = Data(base64Encoded: text) { return data }
            throw corrupted("Encountered Data is not valid Base64.")
        case .custom(let decode): return try decode(self)
        }
    }

    private func url() throws -> URL {
        try requireValue(URL.self)
        let text: String = try scalar()
        if let url = URL(string: text) { return url }
        throw corrupted("Invalid URL string.")
    }

    private func decimal() throws -> Decimal {
        if let number = scope.reader.number(position) {
            if let value = number.decimal { return value }
            // What has more digits than a decimal holds is rounded.
            let value = Decimal(string: number.text, locale: Locale(identifier: "en_US_POSIX"))
            if number.isFinite, let value, !value.isNaN { return value }
        }
        throw mismatch(Decimal.self)
    }

    private func requireValue(_ type: Any.Type) throws {
        if decodeNil() { throw mismatch(type) }
    }

    @inline(never)
    func corrupted(_ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: codingPath, debugDescription: description))
    }
}

/// A dictionary whose keys are the names as they stand, whatever the strategy for keys.
protocol DecodedDictionary {
    static func decoded(_ decoder: ValueDecoder) throws -> Self
}

extension Dictionary: DecodedDictionary where Key == String, Value: Decodable {
    static func decoded(_ decoder: ValueDecoder) throws -> [String: Value] {
        let scope = decoder.scope
        let reader = scope.reader
        guard reader.kind(decoder.position) == .object else { throw decoder.notKeyed() }
        var members: [String: Value] = [:]
        members.reserveCapacity(reader.count(decoder.position))
        for key in reader.winners(ofObjectAt: decoder.position) {
            let name = reader.name(key)
            let value = try scope.enter(
                DecodingKey(stringValue: name), reader.next(key), depth: decoder.depth)
            members[name] = try value.value(Value.self)
        }
        return members
    }
}
