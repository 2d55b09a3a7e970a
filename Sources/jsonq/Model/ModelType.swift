/// The kind of the generated model, by the options.
struct ModelSettings: Equatable {
    /// The protocol that the types conform to, or the macro that makes them conform.
    enum Style: Equatable {
        case mappable
        case immutable
        case codable
        case macro
    }

    var style = Style.mappable
    var isPublic = false
    var isClass = false
    /// Whether strings that repeat become enumerations.
    var findsEnumerations = false
}

/// The type of a property.
indirect enum ModelType: Equatable {
    case json, boolean, integer, unsignedInteger, double, string, url
    case date(DateForm)
    case enumeration(ModelDeclaration)
    case model(ModelDeclaration)
    case array(ModelType)
    case dictionary(ModelType)
    /// An element that can be null.
    case optional(ModelType)

    /// The type in Swift.
    var name: String {
        switch self {
        case .json: "JSON"
        case .boolean: "Bool"
        case .integer: "Int"
        case .unsignedInteger: "UInt64"
        case .double: "Double"
        case .string: "String"
        case .url: "URL"
        case .date: "Date"
        case .enumeration(let declaration), .model(let declaration): declaration.name
        case .array(let element): "[\(element.name)]"
        case .dictionary(let value): "[String: \(value.name)]"
        case .optional(let wrapped): "\(wrapped.name)?"
        }
    }

    /// The type inside arrays, dictionaries and optionals.
    var leaf: ModelType {
        switch self {
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.leaf
        default: self
        }
    }
}

/// A type that is declared.
final class ModelDeclaration: Equatable {
    struct Property: Equatable {
        let key: String
        let name: String
        let type: ModelType
        let isOptional: Bool
    }

    struct Case: Equatable {
        let value: String
        let name: String
    }

    let name: String
    var properties: [Property] = []
    var cases: [Case] = []

    init(name: String) { self.name = name }

    /// Whether both declare the same, under whatever name.
    func hasSameMembers(as other: ModelDeclaration) -> Bool {
        properties == other.properties && cases == other.cases
    }

    /// There is one object for each type.
    static func == (a: ModelDeclaration, b: ModelDeclaration) -> Bool { a === b }
}
