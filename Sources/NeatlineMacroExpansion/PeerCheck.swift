// The attributes of properties and cases make nothing by themselves. Each is told to the plugin where it stands, so that one that
// does nothing is a warning.

enum PeerCheck {
    static func diagnostics(_ request: ExpansionRequest) -> [Diagnostic] {
        // Attributes between `#if` and `#endif` come before the declaration.
        let members = DeclarationReader.members(request.declaration.text)
        let member = members.first { if case .other = $0.content { false } else { true } }
        switch member?.content {
        case .property, .enumCase: break
        default: return [warning(request, "@\(request.macro) is for properties and cases, and does nothing here")]
        }
        let context = request.context.first.map { DeclarationReader.attributes($0) } ?? []
        if context.contains(where: { $0.name == "Mappable" }) { return [] }
        return [warning(request, "@\(request.macro) does nothing outside of a type with @Mappable")]
    }

    private static func warning(_ request: ExpansionRequest, _ message: String) -> Diagnostic {
        let range = DeclarationReader.attributes(request.attribute.text).first?.range ?? 0..<0
        return Diagnostic(
            severity: .warning, message: message, range: range,
            repairs: [Diagnostic.Repair(message: "Remove it", range: range, text: "")])
    }
}
