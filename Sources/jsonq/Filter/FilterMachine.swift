import NeatlineJSON

/// Runs a filter on a value, and passes its results on.
///
/// If an instruction has several results, the remaining ones are kept on a stack, and the last entry is resumed after
/// each result: so neither the depth of the filter nor that of the value causes recursion.
struct FilterMachine {
    private let instructions: [Instruction]
    private var current = JSON.null
    private var position = 0
    /// The saved values.
    private var saved: [JSON] = []
    private var choices: [Choice] = []
    /// The results of each open `collect`, the innermost last.
    private var collections: [[JSON]] = []

    init(_ filter: Filter) { instructions = filter.instructions }

    /// A point at which to resume, with the number of values saved there.
    private struct Resumption {
        let position: Int
        let saved: [JSON]
    }

    private enum Choice {
        case value(JSON, Resumption)
        case children(Children, Resumption)
        case descent(Descent, Resumption)
        case paths(Descent, Resumption)
        /// The last of `collections` is complete.
        case collection(Resumption)
        /// The entries above belong to a `?`.
        case beginTry
        /// The entries below, down to the matching begin, belong to a `?` that has had a result.
        case endTry
    }

    /// Calls `give` with each result, from the instruction at `start` on.
    ///
    /// - Parameters:
    ///   - value: the input of the filter.
    ///   - start: the number of the first instruction.
    ///   - give: receives each result.
    /// - Throws: `FilterError` if the filter cannot be applied to a value, or what `give` throws; earlier results were
    ///   passed.
    mutating func run(_ value: JSON, from start: Int = 0, give: (JSON) throws -> Void) throws {
        current = value
        position = start
        saved = []
        choices = []
        collections = []
        while true {
            var isResult = false
            do {
                isResult = try finishesPath()
            } catch {
                guard catches() else { throw located(error, from: start) }
            }
            if isResult { try give(current) }
            if !backtrack() { return }
        }
    }

    /// Runs to the end of the filter; returns false if there is no result.
    ///
    /// - Throws: the error of an instruction.
    private mutating func finishesPath() throws(FilterError) -> Bool {
        while position < instructions.count {
            let instruction = instructions[position]
            var next = position + 1
            switch instruction {
            case .fork(let target): choices.append(.value(current, resumption(at: position + target)))
            case .jump(let target): next = position + target
            case .collect(let target):
                collections.append([])
                choices.append(.collection(resumption(at: position + target)))
            case .gather:
                collections[collections.count - 1].append(current)
                return false
            case .beginTry: choices.append(.beginTry)
            case .endTry: choices.append(.endTry)
            case .empty: return false
            case .save: saved.append(current)
            case .exchange: swap(&current, &saved[saved.count - 1])
            case .keepIfTrue:
                guard current.isTrue else { return false }
                current = saved.removeLast()
            case .test(let ends, let target):
                let before = saved.removeLast()
                if current.isTrue == ends {
                    current = .bool(ends)
                    next = position + target
                } else {
                    current = before
                }
            case .each(let isOptional):
                try iterate(isOptional: isOptional)
                return false
            case .descend:
                choices.append(.descent(Descent(current, withPaths: false), resumption(at: next)))
                return false
            case .paths:
                choices.append(.paths(Descent(current, withPaths: true), resumption(at: next)))
                return false
            default:
                guard let result = try apply(instruction) else { return false }
                current = result
            }
            position = next
        }
        return true
    }

    private func resumption(at position: Int) -> Resumption { Resumption(position: position, saved: saved) }

    private mutating func iterate(isOptional: Bool) throws(FilterError) {
        if let children = Children(current) {
            choices.append(.children(children, resumption(at: position + 1)))
        } else if !isOptional {
            throw .cannotIterate(current)
        }
    }

    /// Returns the result of an instruction that has at most one.
    ///
    /// - Throws: the error of the instruction.
    private mutating func apply(_ instruction: Instruction) throws(FilterError) -> JSON? {
        switch instruction {
        case .literal(let value): return .some(value)
        case .member(let name, let isOptional): return try current.jqMember(name, isOptional: isOptional)
        case .element(let index, let isOptional): return try current.jqElement(index, isOptional: isOptional)
        case .slice(let from, let to, let isOptional):
            return try current.jqSlice(from, to, isOptional: isOptional)
        case .keys: return try current.jqKeys()
        case .length: return try current.jqLength()
        case .type: return .some(.string(current.jqType))
        case .not: return .some(.bool(!current.isTrue))
        case .truth: return .some(.bool(current.isTrue))
        case .toEntries: return try current.jqEntries()
        case .pointer(let pointer): return try current.value(at: pointer)
        case .has: return try saved.removeLast().jqHas(current)
        case .compare(let comparison): return .some(.bool(comparison.holds(JSON.order(current, saved.removeLast()))))
        default: return .some(current)
        }
    }

    /// Resumes at the last entry of the stack; returns false if there is none.
    private mutating func backtrack() -> Bool {
        while let choice = choices.popLast() {
            switch choice {
            case .beginTry, .endTry: continue
            case .value(let value, let resumption):
                resume(value, resumption)
                return true
            case .children(var children, let resumption):
                guard let child = children.next() else { continue }
                choices.append(.children(children, resumption))
                resume(child.value, resumption)
                return true
            case .descent(let descent, let resumption):
                guard let value = descent.next() else { continue }
                choices.append(.descent(descent, resumption))
                resume(value, resumption)
                return true
            case .paths(let descent, let resumption):
                // The first path is that of the value itself, which is omitted.
                guard descent.next() != nil else { continue }
                let path = descent.path
                choices.append(.paths(descent, resumption))
                if path.isEmpty { continue }
                resume(.array(JSONArray(path)), resumption)
                return true
            case .collection(let resumption):
                resume(.array(JSONArray(collections.removeLast())), resumption)
                return true
            }
        }
        return false
    }

    private mutating func resume(_ value: JSON, _ resumption: Resumption) {
        current = value
        position = resumption.position
        saved = resumption.saved
    }

    /// Removes the entries of the innermost open `?`; returns false, and removes nothing, if none is open.
    private mutating func catches() -> Bool {
        var finished = 0
        for index in choices.indices.reversed() {
            switch choices[index] {
            case .endTry: finished += 1
            case .beginTry:
                if finished == 0 {
                    for case .collection in choices[index...] { collections.removeLast() }
                    choices.removeSubrange(index...)
                    return true
                }
                finished -= 1
            default: continue
            }
        }
        return false
    }

    /// Returns the error of the current instruction with the path of the value, such as `$.a[1]`, before the message.
    ///
    /// That is possible if only steps lead to the instruction. Of the steps before `start` the elements are not known.
    private func located(_ error: FilterError, from start: Int) -> FilterError {
        var path: [String] = []
        var choices = choices[...]
        let targets = self.targets
        var index = position
        while index > 0 {
            if let source = targets[index] {
                guard let source else { return error }
                index = source
                continue
            }
            index -= 1
            switch instructions[index] {
            case .member(let name, _): path.append(FilterMachine.step(to: .string(name)))
            case .element(let number, _): path.append("[\(Int(exactly: number).map { "\($0)" } ?? "\(number)")]")
            case .each:
                var step = "[]"
                while index >= start, let choice = choices.popLast() {
                    guard case .children(let children, _) = choice else { continue }
                    step = children.lastStep.map(FilterMachine.step) ?? step
                    break
                }
                path.append(step)
            case .beginTry, .endTry, .collect, .fork, .save: continue
            default: return error
            }
        }
        if path.isEmpty { return error }
        var error = error
        error.message = "$\(path.reversed().joined()): \(error.message)"
        return error
    }

    /// The instructions that do not only follow the one before them, with the fork that has kept the value for them; nil if
    /// there is another value.
    private var targets: [Int: Int?] {
        var targets: [Int: Int?] = [:]
        for (index, instruction) in instructions.enumerated() {
            switch instruction {
            case .fork(let offset): targets[index + offset] = .some(targets.keys.contains(index + offset) ? nil : index)
            case .jump(let offset), .collect(let offset), .test(_, let offset): targets[index + offset] = .some(nil)
            default: continue
            }
        }
        return targets
    }

    private static func step(to key: JSON) -> String {
        guard case .string(let name) = key else { return "[\(key.shortened(to: .max))]" }
        let isPlain =
            name.unicodeScalars.first.map(FilterParser.startsName) == true
            && name.unicodeScalars.allSatisfy { FilterParser.startsName($0) || ("0"..."9").contains($0) }
        return isPlain ? ".\(name)" : "[\(key.shortened(to: .max))]"
    }
}

extension Comparison {
    fileprivate func holds(_ order: Int) -> Bool {
        switch self {
        case .equal: order == 0
        case .notEqual: order != 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        }
    }
}

/// Visits a value and all values inside it, each before its contents.
///
/// A class, so that a step does not copy the levels.
private final class Descent {
    private var root: JSON?
    /// The containers around the value given last, and the value itself if it is one.
    private var levels: [Children] = []
    private let keepsPath: Bool
    /// The path of the last value, if paths are requested.
    private(set) var path: [JSON] = []

    init(_ root: JSON, withPaths: Bool) {
        self.root = .some(root)
        keepsPath = withPaths
    }

    func next() -> JSON? {
        if let value = root {
            root = Optional<JSON>.none
            enter(value)
            return .some(value)
        }
        while !levels.isEmpty {
            guard let child = levels[levels.count - 1].next() else {
                levels.removeLast()
                continue
            }
            if keepsPath {
                path.removeLast(path.count - (levels.count - 1))
                path.append(child.step)
            }
            enter(child.value)
            return .some(child.value)
        }
        return Optional<JSON>.none
    }

    private func enter(_ value: JSON) {
        if let children = Children(value) { levels.append(children) }
    }
}
