import Foundation

/// What an error says that both libraries have to say: the case, the types, the keys. Texts are their own.
struct CodingFailure: Equatable, Sendable, CustomStringConvertible {
    enum Kind: Equatable, Sendable {
        case typeMismatch(String)
        case valueNotFound(String)
        case keyNotFound(Step)
        case dataCorrupted
        case invalidValue(String)
        /// What a type or a closure has thrown, as text.
        case other(String)
    }

    /// A key of a path.
    struct Step: Equatable, Sendable, CustomStringConvertible {
        var name: String
        var number: Int?

        init(_ key: any CodingKey) {
            name = key.stringValue
            number = key.intValue
        }

        /// Whether it is an element of an array: a name of digits has a number, too.
        var isIndex: Bool { number.map { name == "Index \($0)" } ?? false }

        var description: String { number.map { "\(name)=\($0)" } ?? name }
    }

    var kind: Kind
    var path: [Step]
    /// What the error says in words; not compared.
    var text: String

    static func == (a: CodingFailure, b: CodingFailure) -> Bool { a.kind == b.kind && a.path == b.path }

    init(_ error: any Error) {
        let context: (path: [any CodingKey], text: String)
        switch error {
        case DecodingError.typeMismatch(let type, let found):
            kind = .typeMismatch(String(reflecting: type))
            context = (found.codingPath, found.debugDescription)
        case DecodingError.valueNotFound(let type, let found):
            kind = .valueNotFound(String(reflecting: type))
            context = (found.codingPath, found.debugDescription)
        case DecodingError.keyNotFound(let key, let found):
            kind = .keyNotFound(Step(key))
            context = (found.codingPath, found.debugDescription)
        case DecodingError.dataCorrupted(let found):
            kind = .dataCorrupted
            context = (found.codingPath, found.debugDescription)
        case EncodingError.invalidValue(let value, let found):
            kind = .invalidValue(String(reflecting: type(of: value)))
            context = (found.codingPath, found.debugDescription)
        default:
            // Foundation's own error of a number that does not fit, before `decode` makes a `DecodingError` of it.
            let text = String(reflecting: error)
            kind = text.contains("JSONError.") ? .dataCorrupted : .other((error as? any LocatedError)?.text ?? text)
            context = ((error as? any LocatedError)?.path ?? [], text)
        }
        path = context.path.map(Step.init)
        text = context.text
    }

    /// Without the path of a number that does not fit, which Foundation does not have.
    var note: String { kind == .dataCorrupted ? "\(kind)" : "\(kind) at \(path)" }

    var description: String { "\(kind) at \(path) (\(text))" }
}

/// An error of the tests' own types, which knows where it was thrown.
protocol LocatedError: Error {
    var text: String { get }
    var path: [any CodingKey] { get }
}

/// What a coder made of its input.
enum CodingOutcome<Value> {
    case value(Value)
    case failure(CodingFailure)

    init(_ body: () throws -> Value) {
        do {
            self = .value(try body())
        } catch {
            self = .failure(CodingFailure(error))
        }
    }

    /// A value as text: as Foundation writes it, which takes NaN too; a date's own text is a trap for years beyond Int.
    static func show(_ value: Any) -> String {
        let encoder = FoundationEncoder(EncodingSettings(floats: .strings))
        if let value = value as? any Encodable, let text = try? encoder.encode(value) {
            return "\(type(of: value)) " + String(decoding: text, as: UTF8.self)
        }
        return String(reflecting: value)
    }

    var failure: CodingFailure? {
        if case .failure(let failure) = self { return failure }
        return nil
    }
}

extension CodingOutcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .value(let data as Data): String(decoding: data, as: UTF8.self)
        case .value(let value): "the value " + String(Self.show(value).prefix(400))
        case .failure(let failure): "\(failure)"
        }
    }
}

extension CodingOutcome where Value: Equatable {
    /// Whether both are the same; values that do not equal themselves, as NaN, are compared as text.
    func isSame(as other: CodingOutcome) -> Bool {
        switch (self, other) {
        case (.value(let a), .value(let b)): a == b || Self.show(a) == Self.show(b)
        case (.failure(let a), .failure(let b)): a == b
        default: false
        }
    }
}
