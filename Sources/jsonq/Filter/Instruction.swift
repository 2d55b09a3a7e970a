import NeatlineJSON

/// An instruction of a compiled filter, which replaces the current value by no, one or several values.
///
/// Targets of jumps are relative to the instruction, so that code can be concatenated.
enum Instruction {
    /// A step of a path, and whether it has no result, instead of an error, for a value of the wrong type.
    case member(String, isOptional: Bool)
    case element(Double, isOptional: Bool)
    case slice(from: Double?, to: Double?, isOptional: Bool)
    case each(isOptional: Bool)
    case pointer(JSONPointer)

    /// The value and all values inside it, each before its contents.
    case descend
    /// The paths of all values inside the value.
    case paths
    case literal(JSON)
    case empty
    case keys
    case length
    case type
    case not
    case toEntries

    /// Saves the current value.
    case save
    /// Exchanges the current value and the one saved last.
    case exchange
    /// Compares the current value with the one saved last.
    case compare(Comparison)
    /// Whether the value saved last has the current value as a key.
    case has
    /// Restores the value saved last if the current one is true; otherwise has no result.
    case keepIfTrue
    /// Ends `and` or `or` with `ends` if the current value is that; otherwise restores the value saved last.
    case test(ends: Bool, to: Int)
    /// Converts the current value to a boolean.
    case truth

    /// Continues, and later resumes with the same value at the target.
    case fork(Int)
    case jump(Int)
    /// Collects the results of what follows, up to the matching `gather`, and continues with an array of them at the target.
    case collect(to: Int)
    case gather
    /// Ignores errors before the matching end.
    case beginTry
    case endTry
}

/// The comparison operators.
enum Comparison: String, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// A compiled filter.
struct Filter {
    let instructions: [Instruction]

    /// The filter that returns the value itself.
    static let identity = Filter(instructions: [])

    var isIdentity: Bool { instructions.isEmpty }

    /// The steps at its beginning that a selector can follow while it reads.
    var leadingPath: [JSONSelector.Step] {
        var path: [JSONSelector.Step] = []
        for instruction in instructions {
            switch instruction {
            case .member(let name, _): path.append(.member(name))
            case .element(let number, _) where number >= 0 && number < 1e15: path.append(.element(Int(number)))
            case .each: path.append(.elements)
            default: return path
            }
        }
        return path
    }
}
