// Edits that make a container say what another one says, by writing only what differs.

extension TextEdits {
    /// Two values that are compared.
    private struct Pair {
        /// The position of the old value on the tape.
        var position: Int
        var old: JSON
        var new: JSON
        /// What is known of them inside arrays.
        var parts: Parts?
    }

    /// The parts of two values in the outlines of the outermost arrays around them.
    private struct Parts {
        var outlines: (old: ValueOutline, new: ValueOutline)
        var old = 0
        var new = 0

        /// The parts of the children of both values.
        var children: (old: [Int], new: [Int]) { (outlines.old.children(old), outlines.new.children(new)) }

        func child(_ old: Int, _ new: Int) -> Parts { Parts(outlines: outlines, old: old, new: new) }

        /// Whether the values have different hashes, so that they differ.
        var differ: Bool { outlines.old.parts[old].hash != outlines.new.parts[new].hash }
    }

    /// Whether two values may differ; if they are objects, this is found out by comparing their members.
    ///
    /// Values inside arrays are compared as a whole, so that these can be aligned: by their hashes, and those that are equal
    /// once more, without being descended into.
    private func mayDiffer(_ pair: Pair) -> Bool {
        // What `change(_:)` has not touched still is the view of the document.
        if let new = pair.new.location, new.index == pair.position, new.document.object === document.object {
            return false
        }
        if let parts = pair.parts { return parts.differ || pair.old != pair.new }
        return pair.old.isContainer || pair.old != pair.new
    }

    /// Changes a container where it differs from one of the same type.
    mutating func change(_ position: Int, _ old: JSON, to new: JSON) throws(JSONError) {
        var pending = [Pair(position: position, old: old, new: new)].filter(mayDiffer)
        while let pair = pending.popLast() {
            let container = ContainerText(document, pair.position, spans())
            let items: [EntryItem]
            let children: [Pair]
            switch (pair.old, pair.new) {
            case (.array(let old), .array(let new)):
                (items, children) = elements(old, new, pair, container)
            case (.object(let old), .object(let new)):
                (items, children) = members(old, new, pair)
            default: return
            }
            for child in children where mayDiffer(child) {
                if child.old.isContainer, child.old.isContainer(like: child.new) {
                    pending.append(child)
                    continue
                }
                var layout = ValueLayout(nonFiniteNumbers: nonFiniteNumbers)
                if child.new.isContainer {
                    layout = self.layout(ofEntryIn: pair.position, child.new.isObject, replacing: child.position)
                }
                replace(span(child.position), with: try layout.text(child.new))
            }
            try arrange(container, as: items)
        }
    }

    /// Returns the entries of an array that is changed to another one, and the pairs of elements that may differ.
    private func elements(
        _ old: JSONArray, _ new: JSONArray, _ pair: Pair, _ container: ContainerText
    ) -> (items: [EntryItem], children: [Pair]) {
        let parts = pair.parts ?? Parts(outlines: (ValueOutline(pair.old), ValueOutline(pair.new)))
        let alignment = ArrayAlignment(
            (old, parts.outlines.old.hashesOfChildren(parts.old)), (new, parts.outlines.new.hashesOfChildren(parts.new))
        )
        var items: [EntryItem] = []
        var removed = alignment.removed[...]
        var added = alignment.added[...]
        var (i, j) = (0, 0)
        while i < old.count || j < new.count {
            if removed.first == i {
                removed.removeFirst()
                items.append(.removed(i))
                i += 1
            } else if added.first == j {
                added.removeFirst()
                items.append(.added(name: nil, new[j]))
                j += 1
            } else {
                items.append(.kept(i))
                i += 1
                j += 1
            }
        }
        let numbers = parts.children
        let children = alignment.changed.map {
            Pair(
                position: container.entries[$0.old].value, old: old[$0.old], new: new[$0.new],
                parts: parts.child(numbers.old[$0.old], numbers.new[$0.new]))
        }
        return (items, children)
    }

    /// Returns the entries of an object that is changed to another one, and the pairs of values that may differ.
    private func members(
        _ old: JSONObject, _ new: JSONObject, _ pair: Pair
    ) -> (items: [EntryItem], children: [Pair]) {
        let numbers = pair.parts?.children
        var others: [UTF8Key: (value: JSON, number: Int)] = [:]
        for (name, value) in new.effectiveMembers { others[UTF8Key(text: name)] = (value, others.count) }
        var items: [EntryItem] = []
        var children: [Pair] = []
        // The number of effective members so far, which are those in the outline.
        var number = 0
        var cursor = JSONCursor(document, entriesOf: pair.position)
        while let (key, value) = cursor.nextMember() {
            let other = others[UTF8Key(text: document.string(key))]
            items.append(other == nil ? .removed(items.count) : .kept(items.count))
            guard document.isEffective(key, ofObjectAt: pair.position) else { continue }
            defer { number += 1 }
            guard let other else { continue }
            let parts = numbers.flatMap { pair.parts?.child($0.old[number], $0.new[other.number]) }
            children.append(Pair(position: value, old: JSON(document, value), new: other.value, parts: parts))
        }
        for (name, value) in new.effectiveMembers where old[name] == nil as JSON? {
            items.append(.added(name: name, value))
        }
        return (items, children)
    }
}

extension ValueOutline {
    /// The children of the part at `index`.
    func children(_ index: Int) -> [Int] {
        var children: [Int] = []
        var child = index + 1
        while child < index + parts[index].size {
            children.append(child)
            child += parts[child].size
        }
        return children
    }
}

extension JSON {
    /// Whether both are arrays, or both are objects.
    func isContainer(like other: JSON) -> Bool {
        switch (self, other) {
        case (.array, .array), (.object, .object): true
        default: false
        }
    }
}
