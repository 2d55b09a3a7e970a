import NeatlineJSON
import NeatlineTestSupport

/// Pointer, patch, merge patch and diff, of two values and a third text.
func fuzzPatches(_ input: inout FuzzInput) {
    let isParsed = input.byte() & 1 == 0
    let texts = [input.piece(), input.piece()]
    let third = input.rest()
    guard let first = try? JSON(parsing: texts[0]), let second = try? JSON(parsing: texts[1]) else { return }
    let (old, new) = isParsed ? (first, second) : (first.detached(), second.detached())
    checkDifference(old, new)
    checkMergePatch(old, new, texts)
    checkPointer(String(decoding: third, as: UTF8.self), old, new)
    if let json = try? JSON(parsing: third), let patch = try? JSONPatch(json) { checkPatch(old, patch) }
}

/// The difference leads from one to the other, and back.
private func checkDifference(_ old: JSON, _ new: JSON) {
    for (old, new) in [(old, new), (new, old)] {
        let patch = old.patch(to: new)
        check(patch.operations.isEmpty == (old == new), "equal values with a difference, or others without: \(patch)")
        guard let patched = try? old.applying(patch) else { fatalError("the difference cannot be applied: \(patch)") }
        check(patched == new, "the difference leads to \(patched)")
        check(patched.hashValue == new.hashValue, "equal values with different hashes")
        check((try? JSONPatch(patch.json)) == patch, "the patch's JSON is another patch")
    }
}

private func checkMergePatch(_ old: JSON, _ new: JSON, _ texts: [[UInt8]]) {
    if let patch = try? old.mergePatch(to: new) {
        let merged = old.applyingMergePatch(patch)
        check(merged == new, "the merge patch leads to \(merged)")
    }
    guard let a = try? ReferenceParser.parse(texts[0]), let b = try? ReferenceParser.parse(texts[1]) else {
        fatalError("the reference parser refuses what is valid")
    }
    check(Disagreement.between(old.applyingMergePatch(new), a.mergePatched(b)))
    let merged = a.merged(with: b)
    if let own = try? old.merged(with: new) {
        guard let merged else { fatalError("merged values of other types") }
        check(Disagreement.between(own, merged))
    } else {
        check(merged == nil, "not merged")
    }
}

/// A pointer is its own text, finds what its steps find, and changes what is there.
private func checkPointer(_ text: String, _ json: JSON, _ value: JSON) {
    guard let pointer = try? JSONPointer(parsing: text) else { return }
    check(pointer.description.utf8.elementsEqual(text.utf8), "\(text) became \(pointer)")
    check((try? JSONPointer(parsingFragment: pointer.fragment)) == pointer, "the fragment is another pointer")
    let found = json[pointer]
    check(same(found, follow(pointer.tokens, in: json)), "found \(found)")
    var changed = json
    if (try? changed.set(value, at: pointer)) != nil {
        if pointer.tokens.last != "-" { check(changed[pointer] == value, "not what was set") }
    } else {
        check(changed == json, "changed in spite of an error")
    }
    changed = json
    if let removed = try? changed.remove(at: pointer) {
        check(removed == found && found.exists(), "removed something else")
    } else {
        check(changed == json, "changed in spite of an error")
    }
    changed = json
    if (try? changed.insert(value, at: pointer)) == nil { check(changed == json, "changed in spite of an error") }
}

/// What the steps of a pointer find, by the subscripts.
private func follow(_ tokens: [String], in json: JSON) -> JSON? {
    var value = json
    for token in tokens {
        switch value {
        case .object(let members):
            guard let member = members[token] else { return nil }
            value = member
        case .array(let elements):
            let isIndex = token == "0" || (!token.isEmpty && token.utf8.first != 0x30)
            guard isIndex, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = Int(token),
                index < elements.count
            else { return nil }
            value = elements[index]
        default: return nil
        }
    }
    return .some(value)
}

private func same(_ found: JSON, _ expected: JSON?) -> Bool {
    if let expected { found.exists() && found == expected } else { !found.exists() }
}

/// A patch does the same to a parsed value and to a built one, and nothing if an operation fails.
private func checkPatch(_ json: JSON, _ patch: JSONPatch) {
    let copies = patch.operations.count { if case .copy = $0 { true } else { false } }
    // Each can double the value.
    if copies > 10 { return }
    check((try? JSONPatch(patch.json)) == patch, "the patch's JSON is another patch")
    let outcomes = [json, json.detached()].map { json in
        var changed = json
        let result = Result { try changed.apply(patch) }
        if case .failure = result { check(changed == json, "changed in spite of an error") }
        return result.map { changed }.mapError { $0 as! JSONPatchError }
    }
    switch (outcomes[0], outcomes[1]) {
    case (.success(let a), .success(let b)):
        check(a == b, "\(a) from a parsed value, \(b) from a built one")
        check((try? a.serialized()) == (try? b.serialized()), "written in another way")
    case (.failure(let a), .failure(let b)):
        check(a.index == b.index && a.reason.code == b.reason.code, "\(a), and \(b)")
    default: fatalError("\(outcomes)")
    }
}
