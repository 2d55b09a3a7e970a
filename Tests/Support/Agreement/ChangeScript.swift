import NeatlineJSON

/// A random script of reads, changes, copies and merges, run on a few values and on the same reference values.
public struct ChangeScript {
    private var random: SeededGenerator
    private var generator: DocumentGenerator
    private var values: [JSON]
    private var references: [ReferenceValue]
    /// What was done last, for the report.
    private var step = "start"

    /// A script that follows from `seed`, on parsed values or on such without a document.
    public init(seed: UInt64, parsed: Bool) throws {
        var random = SeededGenerator(seed: seed)
        var generator = DocumentGenerator(seed: seed &+ 1)
        let texts = [DocumentGenerator.Kind.mixture, .catalogue, .tweets].map { kind in
            generator.document(kind, items: Int.random(in: 1...8, using: &random))
        }
        try self.init(texts, parsed: parsed, random: random, generator: generator)
    }

    /// A script that begins with the values of `texts`, and follows from `choices`.
    public init(_ texts: [[UInt8]], parsed: Bool, choices: some Sequence<UInt8>) throws {
        try self.init(
            texts, parsed: parsed, random: SeededGenerator(seed: 0, choices: choices),
            generator: DocumentGenerator(seed: 1))
    }

    private init(
        _ texts: [[UInt8]], parsed: Bool, random: SeededGenerator, generator: DocumentGenerator
    ) throws {
        self.random = random
        self.generator = generator
        values = []
        references = []
        for text in texts {
            let json = try JSON(parsing: text)
            values.append(parsed ? json : json.detached())
            references.append(try ReferenceParser.parse(text))
        }
    }

    /// Runs the steps that the choices stand for; see `run(_:)`.
    public mutating func runChoices() -> String? {
        while random.hasChoices {
            if let difference = run(1) { return difference }
        }
        return nil
    }

    /// Runs `count` steps.
    ///
    /// - Returns: how the values differ after the first step where they do; nil if they never do.
    public mutating func run(_ count: Int) -> String? {
        for number in 0..<count {
            let difference = change()
            if let difference { return "step \(number), \(step): \(difference)" }
            for (json, reference) in zip(values, references) {
                if let difference = json._checkInvariants() ?? Disagreement.between(json, reference) {
                    return "step \(number), \(step): \(difference)"
                }
                if (try? json.serialized()) != reference.compactText { return "step \(number), \(step): other text" }
            }
            // Values grow by merging and copying into one another.
            for index in values.indices where references[index].compactText.count > 20_000 {
                values[index] = ["small": [1, ["again": nil]]]
                references[index] = .object([
                    .init(
                        key: "small",
                        value: .array([.number("1"), .object([.init(key: "again", value: .null)])]))
                ])
            }
        }
        return nil
    }

    private mutating func change() -> String? {
        let index = Int.random(in: 0..<values.count, using: &random)
        let other = Int.random(in: 0..<values.count, using: &random)
        let path = path(in: references[index])
        let keys = path as [any JSONSubscriptType]
        let (json, value) = anyValue()
        let kind = Int.random(in: 0..<19, using: &random)
        step = "change \(kind) of value \(index) at \(path)"
        switch kind {
        case 0:
            values[index][keys] = json
            if !path.isEmpty { _ = references[index].change(path[...]) { _ in value } }
        case 1:
            switch path.count {
            case 1: values[index][step: path[0]] = json
            case 2: values[index][step: path[0]][step: path[1]] = json
            case 3: values[index][step: path[0]][step: path[1]][step: path[2]] = json
            default: return nil
            }
            _ = references[index].change(path[...]) { _ in value }
        case 2:
            values[index][keys].int = 5
            if !path.isEmpty { _ = references[index].change(path[...]) { _ in .number("5") } }
        case 3:
            values[index][keys].string? += "!"
            if !path.isEmpty {
                _ = references[index].change(path[...]) {
                    if case .string(let text)? = $0 { .string(text + "!") } else { nil }
                }
            }
        case 4, 5:
            let done = (try? values[index].set(json, at: keys, creatingMissing: kind == 5)) != nil
            return agree(done, references[index].set(value, path[...], creating: kind == 5))
        case 6:
            let done = (try? values[index].append(json, to: keys)) != nil
            return agree(done, changeArray(index, path[...]) { $0 + [value] })
        case 7:
            guard case .index(let ordinal)? = path.last else { return nil }
            let done = (try? values[index].insert(json, at: keys)) != nil
            return agree(
                done,
                changeArray(index, path.dropLast()) { elements in
                    guard ordinal >= 0, ordinal <= elements.count else { return nil }
                    return elements[..<ordinal] + [value] + elements[ordinal...]
                })
        case 8, 9:
            let removed = try? values[index].remove(at: keys)
            let expected = references[index].remove(path[...])
            if let removed, let expected { return Disagreement.between(removed, expected) }
            return agree(removed != nil, expected != nil)
        case 10:
            // A copy, which later changes must not show in.
            values[index] = values[other]
            references[index] = references[other]
        case 11:
            // A part of another value, shared.
            let from = self.path(in: references[other])
            guard let part = references[other].value(at: from[...]), !path.isEmpty else { return nil }
            values[index][keys] = values[other][from as [any JSONSubscriptType]]
            _ = references[index].change(path[...]) { _ in part }
        case 12:
            let done = (try? values[index].merge(with: values[other])) != nil
            let merged = references[index].merged(with: references[other])
            if let merged { references[index] = merged }
            return agree(done, merged != nil)
        case 13:
            values[index].applyMergePatch(values[other])
            references[index] = references[index].mergePatched(references[other])
        case 14:
            let patch = values[index].patch(to: values[other])
            guard let patched = try? values[index].applying(patch) else { return "the difference cannot be applied" }
            if patched != values[other] { return "the difference leads elsewhere" }
            if patched.hashValue != values[other].hashValue { return "equal values have different hashes" }
        case 15:
            values[index] = values[index].detached()
        case 16:
            let found = values[index][keys]
            guard let expected = references[index].value(at: path[...]) else { return agree(found.exists(), false) }
            return Disagreement.between(found, expected)
        case 17:
            values[index][keys].elements?.removeAll { $0.type == .number }
            if !path.isEmpty {
                _ = changeArray(index, path[...]) { elements in
                    elements.filter { if case .number = $0 { false } else { true } }
                }
            }
        default:
            values.swapAt(index, other)
            references.swapAt(index, other)
        }
        return nil
    }

    private mutating func changeArray(
        _ index: Int, _ steps: ArraySlice<JSONKey>, _ change: ([ReferenceValue]) -> [ReferenceValue]?
    ) -> Bool {
        references[index].change(steps) {
            if case .array(let elements)? = $0 { change(elements).map(ReferenceValue.array) } else { nil }
        }
    }

    private func agree(_ done: Bool, _ expected: Bool) -> String? {
        done == expected ? nil : done ? "done instead of refused" : "refused instead of done"
    }

    /// Steps that mostly lead somewhere.
    private mutating func path(in reference: ReferenceValue) -> [JSONKey] {
        var path: [JSONKey] = []
        var value = reference
        while !random.oneIn(4) {
            switch value {
            case .array(let elements):
                let index = Int.random(in: (random.oneIn(20) ? -1 : 0)...elements.count, using: &random)
                path.append(.index(index))
                guard elements.indices.contains(index) else { return path }
                value = elements[index]
            case .object(let members):
                guard let member = members.randomElement(using: &random), !random.oneIn(6) else {
                    path.append(.key(["new", "other", "small"].randomElement(using: &random) ?? "new"))
                    continue
                }
                path.append(.key(member.key))
                value = reference.value(at: path[...]) ?? .null
            default:
                if random.oneIn(2) { path.append(random.oneIn(2) ? .index(0) : .key("new")) }
                return path
            }
        }
        return path
    }

    /// A value, parsed or not.
    private mutating func anyValue() -> (JSON, ReferenceValue) {
        let text = generator.anyText()
        guard let json = try? JSON(parsing: text), let reference = try? ReferenceParser.parse(text) else {
            return (.null, .null)
        }
        return (random.oneIn(2) ? json : json.detached(), reference)
    }
}

extension JSON {
    /// A single step, through the subscript of its kind.
    fileprivate subscript(step step: JSONKey) -> JSON {
        get {
            switch step {
            case .index(let index): self[index]
            case .key(let key): self[key]
            }
        }
        set {
            switch step {
            case .index(let index): self[index] = newValue
            case .key(let key): self[key] = newValue
            }
        }
        _modify {
            switch step {
            case .index(let index): yield &self[index]
            case .key(let key): yield &self[key]
            }
        }
    }
}
