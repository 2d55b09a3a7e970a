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
