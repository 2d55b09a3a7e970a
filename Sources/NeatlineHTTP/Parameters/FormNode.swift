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

    /// Returns the emptied member with a name, or a new one, in an object, which replaces a value of another kind.
    ///
    /// The node stays the same, because containers that are open for the name go on to write to it.
    func setMember(_ name: String) -> FormNode {
        let node = member(name)
        node.content = .nothing
        node.keepsOrder = false
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
    private var indices: [String: Int] = [:]

    subscript(name: String) -> FormNode? { index(of: name).map { nodes[$0] } }

    mutating func set(_ name: String, to node: FormNode) {
        if let index = index(of: name) {
            nodes[index] = node
            return
        }
        names.append(name)
        nodes.append(node)
        if !indices.isEmpty {
            indices[name] = names.count - 1
        } else if names.count > 16 {
            for (index, name) in names.enumerated() { indices[name] = index }
        }
    }

    private func index(of name: String) -> Int? { indices.isEmpty ? names.firstIndex(of: name) : indices[name] }
}

/// A writer for the nodes of the form encoder.
///
/// It is recursive; at most `URLEncodedFormEncoder.maximumDepth` values are nested.
struct FormWriter {
    let encoder: URLEncodedFormEncoder

    /// Pairs of names and values, joined by `&`.
    private typealias Segment = [UInt8]

    func bytes(of root: FormNode) -> [UInt8] {
        guard case .object(let members) = root.content else { return [] }
        return joined(
            zip(members.names, members.nodes).compactMap { segment($1, named: $0) }, isSorted: !root.keepsOrder)
    }

    /// Returns the pairs of a node; `nil` if it contains no value.
    private func segment(_ node: FormNode, named name: String) -> Segment? {
        switch node.content {
        case .nothing:
            return nil
        case .text(let text):
            var segment: Segment = []
            encoder.escaping.append(encoder.keyEncoding.encode(name), to: &segment)
            segment.append(UInt8(ascii: "="))
            encoder.escaping.append(text, to: &segment)
            return segment
        case .array(let elements):
            var segments: [Segment] = []
            for element in elements {
                // Elements without a value are not counted.
                let name = encoder.arrayEncoding.encode(name, atIndex: segments.count)
                if let segment = segment(element, named: name) { segments.append(segment) }
            }
            return segments.isEmpty ? nil : joined(segments, isSorted: true)
        case .object(let members):
            let segments = zip(members.names, members.nodes).compactMap { subname, member in
                segment(member, named: name + encoder.keyPathEncoding.encodeKeyPath(subname))
            }
            return segments.isEmpty ? nil : joined(segments, isSorted: !node.keepsOrder)
        }
    }

    /// Joins the segments, sorted by their first names, with a stable order.
    private func joined(_ segments: [Segment], isSorted: Bool) -> Segment {
        guard isSorted, encoder.alphabetizeKeyValuePairs else { return Segment(segments.joined(separator: [0x26])) }
        // A name is compared including the `=` after it, like sorting the resulting texts.
        let keyed = segments.map { segment in
            (name: segment[..<((segment.firstIndex(of: UInt8(ascii: "=")) ?? segment.count - 1) + 1)], segment: segment)
        }
        let order = keyed.indices.sorted { left, right in
            let (first, second) = (keyed[left].name, keyed[right].name)
            return first.lexicographicallyPrecedes(second) || (left < right && first.elementsEqual(second))
        }
        return Segment(order.map { keyed[$0].segment }.joined(separator: [0x26]))
    }
}
