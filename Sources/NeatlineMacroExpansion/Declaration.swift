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
        guard kind == .enum, let first = inherited.first else { return false }
        return (integers + ["String", "Character", "Double", "Float"]).contains(first)
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
    let type: String?
    let hasInitialValue: Bool
    /// Whether it is computed by a getter.
    let isComputed: Bool
    /// Whether it has `willSet` or `didSet`.
    let hasObservers: Bool
    /// The offset after its type and initial value.
    let end: Int

    /// Whether its type is written as an optional.
    var isOptional: Bool {
        guard let type else { return false }
        return type.hasSuffix("?") || type.hasSuffix("!") || type.hasPrefix("Optional<")
            || type.hasPrefix("Swift.Optional<")
    }

    /// Whether it has a value before anything is assigned to it.
    var hasValue: Bool {
        hasInitialValue || !isConstant && (type?.hasSuffix("?") == true || type?.hasSuffix("!") == true)
    }
}

/// A case of an enum.
struct EnumCase {
    struct Value {
        let label: String?
        let type: String
    }

    let name: String
    let range: Range<Int>
    let values: [Value]
    let hasRawValue: Bool
}

/// A method, by what its first line says.
struct Function {
    let name: String
    /// The text between its parentheses, without space.
    let parameters: String
    let isThrowing: Bool
}

extension String {
    /// The name without backticks.
    var unquoted: String { hasPrefix("`") ? String(dropFirst().prefix { $0 != "`" }) : self }
}
