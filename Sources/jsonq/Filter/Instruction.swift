import NeatlineJSON

/// One step of a compiled filter: it takes the current value and gives none, one or several.
///
/// Targets of jumps are relative to the instruction itself, so that code can be put together in any order.
enum Instruction {
    /// What a path does at a step, and whether a value that it does not fit is passed over instead of an error.
    case member(String, isOptional: Bool)
    case element(Double, isOptional: Bool)
    case slice(from: Double?, to: Double?, isOptional: Bool)
    case each(isOptional: Bool)
    case pointer(JSONPointer)

    /// The value, and all that is in it, each before what is in it.
    case descend
    /// The paths of all that is in the value.
    case paths
    case literal(JSON)
    case empty
    case keys
    case length
    case type
    case not
    case toEntries

    /// Puts the current value aside.
    case save
    /// Exchanges the current value and the one put aside last.
    case exchange
    /// Compares the current value with the one put aside last.
    case compare(Comparison)
    /// Whether the value put aside last has the current value as a key.
    case has
    /// Goes back to the value put aside last if the current one is true, gives nothing otherwise.
    case keepIfTrue
    /// Ends `and` or `or` with `ends` if the current value is that; otherwise goes back to the value put aside last.
    case test(ends: Bool, to: Int)
    /// Makes a boolean of the current value.
    case truth

    /// Goes on, and with the same value once more at the target when everything from here has been given.
    case fork(Int)
    case jump(Int)
    /// Errors before the matching end are passed over.
    case beginTry
    case endTry
}

/// The comparisons.
enum Comparison: String, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// A filter, compiled.
struct Filter {
    let instructions: [Instruction]

    /// The value as it is.
    static let identity = Filter(instructions: [])

    var isIdentity: Bool { instructions.isEmpty }

    /// The steps it begins with that can be taken while bytes are read.
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
