internal import Foundation
internal import NeatlineJSON

// How one value is decoded, by its type: scalars and their containers directly, dates and data by the strategies, all others
// by their own `init(from:)`.

extension ValueDecoder {
    /// Decodes a value of any type. Types with a strategy, and those that are read without a container, do not decode
    /// themselves.
    ///
    /// - Throws: `DecodingError`, or the error of the type.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type) throws -> T { try value(type, by: DecodedKind.of(type)) }

    /// Decodes a value of a type that is decoded in this way.
    ///
    /// - Throws: `DecodingError`, or the error of the type.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, by kind: DecodedKind?) throws -> T {
        if let kind { return try value(type, by: kind) }
        // For a class, the metatype is used, which may be that of a subclass of `T`.
        return try type.init(from: self)
    }

    @inline(never)
    private func value<T>(_ type: T.Type, by kind: DecodedKind) throws -> T {
        switch kind {
        case .date: return ValueDecoder.same(try date())
        case .data: return ValueDecoder.same(try data())
        case .url: return ValueDecoder.same(try url())
        case .decimal: return ValueDecoder.same(try decimal())
        case .json: return ValueDecoder.same(json)
        case .scalar(let scalar): return try decode(scalar)
        case .scalars(let scalar): return try decode(elements: scalar)
        case .rows(let scalar): return try decode(rows: scalar)
        case .collection(let collection): return try decode(collection)
        }
    }

    // The types of the kinds are opened here.

    private func decode<Scalar: DecodedScalar, T>(_ type: Scalar.Type) throws -> T {
        if let value = Scalar.read(scope, position) { return ValueDecoder.same(value) }
        throw mismatch(type)
    }

    private func decode<Scalar: DecodedScalar, T>(elements type: Scalar.Type) throws -> T {
        ValueDecoder.same(try Scalar.elements(self))
    }

    private func decode<Scalar: DecodedScalar, T>(rows type: Scalar.Type) throws -> T {
        ValueDecoder.same(try Scalar.rows(self))
    }

    private func decode<Collection: DecodedCollection, T>(_ type: Collection.Type) throws -> T {
        ValueDecoder.same(try Collection.decoded(self))
    }

    /// Returns a value whose type is `T`, which the compiler does not know.
    @inline(__always)
    static func same<A, T>(_ value: A) -> T {
        // Not in release builds, where it would look up the type of an array.
        assert(A.self == T.self)
        // SAFETY: it is the same type, from which `DecodedKind` was determined.
        return unsafeBitCast(value, to: T.self)
    }

    private func date() throws -> Date {
        try requireValue(Date.self)
        switch scope.settings.values.dates {
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
        switch scope.settings.values.data {
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
        if let parts = scope.reader.parts(position) { return Decimal(parts) }
        if let number = scope.reader.number(position) {
            if let value = number.decimal { return value }
            // Digits beyond the precision of a decimal are rounded.
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
        .dataCorrupted(scope.context(description, position, codingPath))
    }
}
