import Foundation

// Answers the compiler's messages.

/// A request to expand a macro at a declaration.
struct ExpansionRequest {
    enum Role: Equatable {
        /// Members of the type.
        case member
        /// An extension of the type with this name.
        case `extension`(String)
        /// What stands beside the declaration: nothing, but the attribute's place is checked.
        case peer
    }

    let macro: String
    let role: Role
    let attribute: Syntax
    let declaration: Syntax
    /// The protocols among the macro's that the type does not conform to without it.
    let conformances: Set<String>
    /// The declarations around it without their members, from the inside out.
    let context: [String]
}

/// The text that a macro makes, and what it says of the declaration.
struct Expansion {
    var text = ""
    var diagnostics: [Diagnostic] = []
}

/// The plugin, without its input and output.
package enum Plugin {
    /// Returns the answer to a message; nil if it is not JSON, such as an empty one.
    package static func answer(_ message: Data) -> Data? {
        guard let message = try? JSONSerialization.jsonObject(with: message) as? [String: Any] else { return nil }
        var answer: [String: Any] = ["expandMacroResult": ["diagnostics": []]]
        if message["getCapability"] != nil {
            answer = ["getCapabilityResult": ["capability": ["protocolVersion": 7]]]
        } else if let macro = message["expandAttachedMacro"] as? [String: Any], let request = request(macro) {
            let expansion = expand(request)
            let syntax = request.role == .peer ? request.attribute : request.declaration
            let diagnostics = expansion.diagnostics.map(syntax.message)
            answer = ["expandMacroResult": ["expandedSource": expansion.text, "diagnostics": diagnostics]]
        }
        return try? JSONSerialization.data(withJSONObject: answer)
    }

    private static func request(_ macro: [String: Any]) -> ExpansionRequest? {
        guard let attribute = Syntax(macro["attributeSyntax"]), let declaration = Syntax(macro["declSyntax"]),
            // Not the name as it is written, which has the space behind it.
            let name = (macro["macro"] as? [String: Any])?["typeName"] as? String
        else { return nil }
        let role: ExpansionRequest.Role
        switch macro["macroRole"] as? String {
        case "member": role = .member
        case "extension":
            guard let type = Syntax(macro["extendedTypeSyntax"]) else { return nil }
            role = .extension(type.text)
        default: role = .peer
        }
        // `struct Placeholder: Mappable, ImmutableMappable {}`
        let list = Syntax(macro["conformanceListSyntax"]).flatMap { DeclarationReader.type($0.text) }
        let context = macro["lexicalContext"] as? [Any] ?? []
        return ExpansionRequest(
            macro: name, role: role, attribute: attribute, declaration: declaration,
            conformances: Set((list?.inherited ?? []).map { String($0.split(separator: ".").last ?? "") }),
            context: context.compactMap { Syntax($0)?.text })
    }

    /// The error for a private nested type, or a type nested in one: the generated extension is at file scope, where it is not
    /// visible; nil if it is. Beside `@Mappable`, `@JSONSchema` does not repeat the error.
    private static func inaccessible(_ type: TypeDeclaration, _ request: ExpansionRequest) -> [Diagnostic]? {
        let outer = request.context.dropLast().compactMap(DeclarationReader.type)
        let isHidden = !request.context.isEmpty && type.hasModifier("private")
        guard isHidden || outer.contains(where: { $0.hasModifier("private") }) else { return nil }
        if request.macro == "JSONSchema", type.attribute("Mappable") != nil { return [] }
        let name = isHidden ? type.name : outer.first { $0.hasModifier("private") }?.name ?? ""
        let message = "a private type in another cannot be extended: make \(name) fileprivate"
        return [Diagnostic(severity: .error, message: message, range: type.range)]
    }

    static func expand(_ request: ExpansionRequest) -> Expansion {
        if request.role == .peer { return Expansion(diagnostics: PeerCheck.diagnostics(request)) }
        guard let type = DeclarationReader.type(request.declaration.text) else {
            let message = "@\(request.macro) is for structs, classes and enums"
            let diagnostic = Diagnostic(severity: .error, message: message, range: 0..<0)
            return Expansion(diagnostics: request.role == .member ? [] : [diagnostic])
        }
        if let errors = inaccessible(type, request) {
            return Expansion(diagnostics: request.role == .member ? [] : errors)
        }
        var expansion = Expansion()
        if request.macro == "JSONSchema" {
            var maker = SchemaExpansion(type, request)
            expansion.text = maker.text()
            expansion.diagnostics = maker.diagnostics
        } else if type.kind == .enum {
            var maker = EnumExpansion(type, request)
            expansion.text = maker.text()
            expansion.diagnostics = maker.plan.diagnostics
        } else {
            var maker = ModelExpansion(type, request)
            expansion.text = maker.text()
            expansion.diagnostics = maker.plan.diagnostics
        }
        // The compiler crashes at subclasses, without the errors, if their superclass lacks a protocol that the macro may add.
        let hasSubclasses = type.kind == .class && type.attribute("Mappable")?.argument("subclasses") != nil
        if !hasSubclasses, expansion.diagnostics.contains(where: { $0.severity == .error }) { expansion.text = "" }
        // Both roles see the same declaration; one of them says what is wrong with it.
        if request.role == .member { expansion.diagnostics = [] }
        return expansion
    }
}
