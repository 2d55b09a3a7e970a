// Checks of the structure of documents and storages, for tests and fuzzing. Nothing here relies on what it checks.

extension Document {
    /// Returns what is wrong with the tape; nil if nothing is.
    ///
    /// Every word is a value, a key or an extension in its place; the entries of each container end where its word says, and
    /// are as many; strings and numbers are in the text; and a lookup of each name finds its effective member.
    ///
    /// - Complexity: O(*n*), and O(count²) for objects of up to 63 members.
    package func _checkInvariants() -> String? {
        // In a partial text, that of each container can be checked, and not that of those around it.
        partial == nil ? failure(in: 0..<tapeCount) : nil
    }

    /// What is wrong with the values in a part of the tape.
    fileprivate func failure(in part: Range<Int>) -> String? {
        var slots: Set<Int> = []
        var index = part.lowerBound
        var root = index
        let tapeCount = part.upperBound
        while index < tapeCount {
            let word = self[index]
            if index == root {
                guard let after = position(after: index, upTo: tapeCount) else { return "no value at \(index)" }
                root = after
            } else if index > root {
                return "nothing leads to \(index)"
            }
            switch word.kind {
            case TapeWord.Kind.array, TapeWord.Kind.object:
                if let failure = failure(ofContainerAt: index, &slots) { return failure }
                index += 1
            case TapeWord.Kind.extension:
                // `failure(ofContainerAt:)` has checked that it ends a container.
                index += 1
            default:
                if let failure = failure(ofScalarAt: index) { return failure }
                index += word.isExtended ? 2 : 1
            }
        }
        return index == tapeCount && root == tapeCount ? nil : "the tape ends at \(index), not \(tapeCount)"
    }

    /// The position after the value or key at `index`; nil if there is none, or it goes beyond `end`.
    private func position(after index: Int, upTo end: Int) -> Int? {
        guard index < end, self[index].kind != TapeWord.Kind.extension else { return nil }
        let after = next(index)
        return after > index && after <= end ? after : nil
    }

    private func failure(ofScalarAt index: Int) -> String? {
        let word = self[index]
        if word.kind > TapeWord.Kind.string { return "no kind at \(index)" }
        if word.isExtended {
            guard index + 1 < tapeCount, self[index + 1].kind == TapeWord.Kind.extension else {
                return "the extension of \(index) is missing"
            }
        }
        if word.shortLength != Swift.min(length(index), Int(TapeWord.lengthMask)) { return "two lengths of \(index)" }
        let range = word.textOffset..<word.textOffset + length(index)
        guard range.upperBound <= byteCount else { return "\(index) is at \(range), outside the text" }
        let text = text(index)
        let isRight =
            switch word.kind {
            case TapeWord.Kind.null: text.elementsEqual("null".utf8)
            case TapeWord.Kind.false: text.elementsEqual("false".utf8)
            case TapeWord.Kind.true: text.elementsEqual("true".utf8)
            case TapeWord.Kind.number:
                word.has(TapeWord.nonFiniteFlag) || text.first.map { $0 == Byte.minus || Byte.isDigit($0) } ?? false
            default:
                (word.has(TapeWord.escapedFlag) || !text.contains(Byte.backslash))
                    && (word.has(TapeWord.nonASCIIFlag) || !text.contains { $0 >= 0x80 })
            }
        return isRight ? nil : "the word at \(index) does not agree with the text at \(range)"
    }

    private func failure(ofContainerAt index: Int, _ slots: inout Set<Int>) -> String? {
        let word = self[index]
        let isObject = word.kind == TapeWord.Kind.object
        guard index + word.skip <= tapeCount, word.skip > (word.isExtended ? 1 : 0) else {
            return "the container at \(index) goes beyond the tape"
        }
        let end = contentEnd(index)
        if word.isExtended {
            guard self[end].kind == TapeWord.Kind.extension else { return "the extension of \(index) is missing" }
            let slot = self[end].extensionSlot
            if slot != TapeWord.noSlot, (partial == nil && slot >= slotCount) || !slots.insert(slot).inserted {
                return "\(index) has not slot \(slot)"
            }
        }
        if word.isExtended != (count(index) >= Int(TapeWord.slotThreshold))
            || word.shortLength != Swift.min(count(index), Int(TapeWord.lengthMask))
        {
            return "two counts of \(index)"
        }
        var entry = index + 1
        var count = 0
        var effective: [[UInt8]: Int] = [:]
        while entry < end {
            var value = entry
            if isObject {
                guard self[entry].kind == TapeWord.Kind.string, let after = position(after: entry, upTo: end) else {
                    return "the entry at \(entry) is no key"
                }
                value = after
                let name = withDecodedText(entry) { Array($0) }
                if !firstMemberWins || effective[name] == nil { effective[name] = value }
            }
            guard let after = position(after: value, upTo: end) else { return "no value at \(value)" }
            count += 1
            entry = after
        }
        if entry != end || count != self.count(index) {
            return "\(count) entries of \(index) end at \(entry), not \(self.count(index)) at \(end)"
        }
        for (name, value) in effective {
            let found = name.withUnsafeBufferPointer { member($0, ofObjectAt: index) }
            if found != value { return "a name of \(index) leads to \(found), not \(value)" }
        }
        return nil
    }
}

extension JSON {
    /// Returns what is wrong with the documents and storages of the value and of all values in it; nil if nothing is.
    ///
    /// - Complexity: as that of the function of each document, which is called once.
    package func _checkInvariants() -> String? {
        var checked: [ObjectIdentifier: Document] = [:]
        func failure(of document: Document?, at positions: some Sequence<Int>) -> String? {
            guard let document else { return nil }
            if checked.updateValue(document, forKey: ObjectIdentifier(document.object)) == nil,
                let failure = document._checkInvariants()
            {
                return failure
            }
            for position in positions {
                if !(0..<document.tapeCount).contains(position) { return "\(position) is not on the tape" }
                if document.partial == nil { continue }
                if let failure = document.failure(in: position..<document.next(position)) { return failure }
            }
            return nil
        }
        var walk = ValueWalk(self)
        while let event = walk.next() {
            var found: String?
            switch event {
            case .value(.array(let array)):
                switch array.storage {
                case .view(let document, let index): found = failure(of: document, at: CollectionOfOne(index))
                case .owned(let storage):
                    found = failure(of: storage.document, at: (0..<storage.count).lazy.compactMap(storage.position))
                }
            case .value(.object(let object)):
                switch object.storage {
                case .view(let document, let index): found = failure(of: document, at: CollectionOfOne(index))
                case .owned(let storage):
                    found =
                        storage.failure()
                        ?? failure(of: storage.document, at: storage.slots.compactMap(storage.valuePosition))
                }
            default: break
            }
            if let found { return found }
        }
        return nil
    }
}

extension ObjectStorage {
    /// Returns what is wrong with the names, slots and index; nil if nothing is.
    fileprivate func failure() -> String? {
        let slots = Array(slots)
        if slots.count != count { return "\(slots.count) slots of \(count) members" }
        var effective: [[UInt8]: Int] = [:]
        for (ordinal, slot) in slots.enumerated() {
            if self.slot(ofMember: ordinal) != slot { return "member \(ordinal) is not in slot \(slot)" }
            let name = withName(slot) { Array($0) }
            if !firstMemberWins || effective[name] == nil { effective[name] = slot }
        }
        for (name, slot) in effective {
            let found = name.withUnsafeBufferPointer { self.slot(of: $0) }
            if found != slot { return "a name leads to slot \(found ?? -1), not \(slot)" }
        }
        return nil
    }
}
