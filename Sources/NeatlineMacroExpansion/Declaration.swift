// What the macros know of a declaration: the parts of its text that decide about its expansion.

/// An attribute, such as `@Key("a.b")`.
struct Attribute {
    struct Argument {
        let label: String?
        let text: String
        let range: Range<Int>
    }

    /// The name without that of its module.
    let name: String
    let arguments: [Argument]
    let range: Range<Int>

    /// The argument with this label.
    func argument(_ label: String) -> Argument? { arguments.first { $0.label == label } }
}

/// A type, with its members.
struct TypeDeclaration {
    enum Kind: String { case `struct`, `class`, actor, `enum` }

    struct GenericParameter {
        let name: String
        let isConstrained: Bool
        /// The offset after its name.
        let end: Int
    }

    let kind: Kind
    let name: String
    /// The range of its keyword.
    let range: Range<Int>
    let attributes: [Attribute]
    let modifiers: [String]
    let genericParameters: [GenericParameter]
    /// The types after the colon.
    let inherited: [String]
    /// The range of the space and the comments before it.
    let trivia: Range<Int>
    var members: [Member] = []

    func hasModifier(_ name: String) -> Bool { modifiers.contains(name) }

    func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

    /// Whether it is an enum with raw values.
    var isRaw: Bool {
        let integers = ["Int", "UInt"].flatMap { name in [name] + ["8", "16", "32", "64"].map { name + $0 } }
        guard kind == .enum, let rawType else { return false }
        // The raw type may have another name, or be one that is not in the list.
        let hasRawValues = members.contains { member in
            guard case .enumCase(let aCase) = member.content else { return false }
            return aCase.hasRawValue
        }
        return hasRawValues || (integers + ["String", "Character", "Double", "Float"]).contains(rawType)
    }

    /// The first type after the colon, which is that of the raw values of an enum, without the module of the standard library.
    var rawType: String? {
        inherited.first.map { $0.hasPrefix("Swift.") ? String($0.dropFirst("Swift.".count)) : $0 }
    }
}

/// A member of a type.
struct Member {
    enum Content {
        case property(Property)
        case enumCase(EnumCase)
        case function(Function)
        case type(TypeDeclaration)
        case other
    }

    let content: Content
    let attributes: [Attribute]
    let modifiers: [String]
    /// The conditions of the `#if`s around it, from the outside in.
    let conditions: [String]
    /// The range of the space and the comments before it.
    let trivia: Range<Int>

    func hasModifier(_ name: String) -> Bool { modifiers.contains(name) }
}

/// One name that `let` or `var` declares.
struct Property {
    /// With its backticks.
    let name: String
    let range: Range<Int>
    /// The range of `let` or `var`.
    let keyword: Range<Int>
    let isConstant: Bool
    /// As it is written; `let a, b: Int` says it once for both.
    var type: String?
    let hasInitialValue: Bool
    /// Whether it is computed by a getter.
    let isComputed: Bool
    /// Whether it has `willSet` or `didSet`.
    let hasObservers: Bool
    /// The offset after its type and initial value.
    let end: Int

    /// Whether its type is written as an optional.
    var isOptional: Bool {
        type?.isOptionalType ?? false
    }

    /// Whether it has a value before anything is assigned to it.
    var hasValue: Bool {
        hasInitialValue || !isConstant && (type?.hasSuffix("?") == true || type?.hasSuffix("!") == true)
    }
}

/// A case of an enum.
struct EnumCase {
    struct Value {
        /// With its backticks.
        let label: String?
        let type: String

        /// Whether its type is written as an optional.
        var isOptional: Bool { type.isOptionalType }

        /// Whether its type is one of which nothing may be written.
        var mayBeMissing: Bool {
            isOptional || type.hasPrefix("Presence<") || type.hasPrefix("NeatlineMapping.Presence<")
        }
    }

    let name: String
    let range: Range<Int>
    let values: [Value]
    let hasRawValue: Bool
}

/// A method, by what its first line says.
struct Function {
    let name: String
    /// The label of the only parameter, if its type is `Map`; nil for all other functions.
    let mapLabel: String?
    let isThrowing: Bool
}

extension String {
    /// Whether a type is written as an optional.
    var isOptionalType: Bool {
        hasSuffix("?") || hasSuffix("!") || hasPrefix("Optional<") || hasPrefix("Swift.Optional<")
    }

    /// The name of a type without that of its module, if it is one of those whose types are known.
    var withoutModule: String {
        ["Swift.", "Foundation.", "NeatlineJSON."].first(where: hasPrefix).map { String(dropFirst($0.count)) } ?? self
    }

    /// Whether a type is surely one value, and no model: one that needs no declaration.
    var isScalarType: Bool {
        let scalars: Set = [
            "Bool", "String", "Character", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "UInt",
            "UInt8", "UInt16", "UInt32", "UInt64", "Date", "Data", "URL", "Decimal", "JSON", "JSONNumber", "Any",
        ]
        return scalars.contains(withoutModule)
    }

    /// Whether a type is surely an array, a set or a dictionary.
    var isContainerType: Bool {
        hasPrefix("[") || ["Array<", "Set<", "Dictionary<"].contains { withoutModule.hasPrefix($0) }
    }

    /// The label of an argument: with backticks only where it needs them, because others are a warning.
    var asArgumentLabel: String {
        let name = unquoted
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        let isWord = isPlain && name != "_" && name != "inout" && name.first?.isNumber == false
        return isWord ? name : self
    }

    /// The name without backticks.
    var unquoted: String { hasPrefix("`") ? String(dropFirst().prefix { $0 != "`" }) : self }
}
