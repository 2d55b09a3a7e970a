/// Writes what the form encoder was given.
///
/// It calls itself for parts of values, of which there are at most `URLEncodedFormEncoder.maximumDepth` inside one another.
struct FormWriter {
    let encoder: URLEncodedFormEncoder

    /// Some pairs of names and values, joined by `&`.
    private typealias Segment = [UInt8]

    func bytes(of root: FormNode) -> [UInt8] {
        guard case .object(let members) = root.content else { return [] }
        return joined(
            zip(members.names, members.nodes).compactMap { segment($1, named: $0) }, isSorted: !root.keepsOrder)
    }

    /// Nil if there is nothing in the value.
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
                // Elements without a value have no number.
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

    /// The segments in the order of their first names, and in the order they have if those are alike.
    private func joined(_ segments: [Segment], isSorted: Bool) -> Segment {
        guard isSorted, encoder.alphabetizeKeyValuePairs else { return Segment(segments.joined(separator: [0x26])) }
        // A name is compared with the `=` behind it, as if texts were sorted.
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
