import Foundation
import Neatline

/// A key of any name.
struct AnyName: CodingKey, Hashable {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(stringValue: String) { self.init(stringValue) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

/// A member named `a`.
struct Wrapped<Value: Decodable>: Decodable {
    let a: Value
}

/// What a decoding gives: the value described, or the case and coding path of the error.
enum Outcome: Equatable {
    case value(String)
    case failure(kind: String, path: [String])

    init<T>(_ body: () throws -> T) {
        do {
            self = .value(String(describing: try body()))
        } catch let error as DecodingError {
            self = .failure(kind: error.kind, path: error.context.codingPath.map(\.stringValue))
        } catch {
            self = .failure(kind: String(describing: error), path: [])
        }
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }

    /// The case and the type or key.
    var kind: String {
        switch self {
        case .typeMismatch(let type, _): "typeMismatch \(type)"
        case .valueNotFound(let type, _): "valueNotFound \(type)"
        case .keyNotFound(let key, _): "keyNotFound \(key.stringValue)"
        case .dataCorrupted: "dataCorrupted"
        @unknown default: "unknown"
        }
    }
}

/// The error that `body` throws.
func decodingError<T>(_ body: () throws -> T) -> DecodingError? {
    do {
        _ = try body()
        return nil
    } catch {
        return error as? DecodingError
    }
}
