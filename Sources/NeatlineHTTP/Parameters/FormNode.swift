/// A value that was encoded, as far as `encode(to:)` has encoded it.
final class FormNode {
    enum Content {
        case nothing
        case text(String)
        case array([FormNode])
        case object(FormMembers)
    }

    var content = Content.nothing
    /// Whether the members of an object keep their order when others are sorted.
    var keepsOrder = false

    /// Appends an element to an array, which replaces a value of another kind.
    func appendElement() -> FormNode {
        let node = FormNode()
        if case .array(var elements) = content {
            content = .nothing
            elements.append(node)
            content = .array(elements)
        } else {
            content = .array([node])
        }
        return node
    }

    /// Sets a member of an object, which replaces a value of another kind, to an empty node.
    func setMember(_ name: String) -> FormNode {
        let node = FormNode()
        withMembers { $0.set(name, to: node) }
        return node
    }

    /// Returns the member with a name, or a new one, for a container that is requested again.
    func member(_ name: String) -> FormNode {
        withMembers { members in
            if let node = members[name] { return node }
            let node = FormNode()
            members.set(name, to: node)
            return node
        }
    }

    private func withMembers<Result>(_ body: (inout FormMembers) -> Result) -> Result {
        var members = FormMembers()
        if case .object(let present) = content { members = present }
        // Keeps the reference to the storage unique, so that nothing is copied.
        content = .nothing
        let result = body(&members)
        content = .object(members)
        return result
    }

    /// The value, for an error message.
    var excerpt: String {
        switch content {
        case .nothing: "nothing"
        case .text(let text): "string(\"\(text.prefix(60))\")"
        case .array(let elements): "array of \(elements.count) elements"
        case .object(let members): "object of \(members.nodes.count) members"
        }
    }
}

/// The members of an object, in the order in which they were first set.
struct FormMembers {
    private(set) var names: [String] = []
    private(set) var nodes: [FormNode] = []
    /// The index of each name; empty for few members.
    private var places: [String: Int] = [:]

    subscript(name: String) -> FormNode? { place(of: name).map { nodes[$0] } }

    mutating func set(_ name: String, to node: FormNode) {
        if let place = place(of: name) {
            nodes[place] = node
            return
        }
        names.append(name)
        nodes.append(node)
        if !places.isEmpty {
            places[name] = names.count - 1
        } else if names.count > 16 {
            for (place, name) in names.enumerated() { places[name] = place }
        }
    }

    private func place(of name: String) -> Int? { places.isEmpty ? names.firstIndex(of: name) : places[name] }
}
