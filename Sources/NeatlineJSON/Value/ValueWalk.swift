/// A walk over a value and all values in it, parsed or not, in their order and without recursion.
///
/// It has the stack of open containers for all walks over one value. Those over two values, or that write in another order,
/// have their own: see `Architecture.md`.
package struct ValueWalk {
    /// What the walk meets.
    package enum Event {
        /// A value, before those in it.
        case value(JSON)
        /// The end of the innermost container.
        case end
    }

    /// A container whose entries are visited.
    private struct Level {
        private var elements: JSONArray.Iterator?
        private var members: JSONObject.Iterator?
        var name: String?
        var ordinal = -1

        init(_ container: JSON) {
            switch container {
            case .array(let array): elements = array.makeIterator()
            case .object(let object): members = object.makeIterator()
            default: break
            }
        }

        @inline(__always)
        mutating func next(effectiveMembers: Bool) -> JSON? {
            if effectiveMembers { members?.skipReplaced() }
            guard let member = members?.next() else {
                ordinal &+= 1
                return elements?.next()
            }
            name = member.key
            return .some(member.value)
        }
    }

    private var levels: ContiguousArray<Level> = []
    /// The root before it was met.
    private var root: JSON?
    /// The container that was met last, and is entered next.
    private var entered: JSON?
    private let effectiveMembers: Bool

    /// Creates a walk before `root`.
    ///
    /// - Parameters:
    ///   - root: the value.
    ///   - effectiveMembers: whether members are left out that another of the same name replaces.
    package init(_ root: JSON, effectiveMembers: Bool = false) {
        self.root = .some(root)
        self.effectiveMembers = effectiveMembers
    }

    /// The number of containers around the value that was met last, or around the container that has ended.
    package var depth: Int { levels.count }
    /// The name of the member that this value is; nil for others.
    var name: String? { levels.last?.name }
    /// The steps that lead to this value from the root.
    var path: [JSONKey] { levels.map { level in level.name.map { .key($0) } ?? .index(level.ordinal) } }

    /// Returns the next value, or the end of a container that was entered; nil after the root's.
    @inline(__always)
    package mutating func next() -> Event? {
        if let container = entered {
            entered = .none
            levels.append(Level(container))
        }
        let value: JSON
        if let last = levels.indices.last {
            guard let next = levels[last].next(effectiveMembers: effectiveMembers) else {
                levels.removeLast()
                return .end
            }
            value = next
        } else {
            guard let root else { return .none }
            self.root = .none
            value = root
        }
        if value.isContainer { entered = .some(value) }
        return .value(value)
    }

    /// Leaves out what is in the value that was met last.
    mutating func skip() { entered = .none }
}

extension JSON {
    /// Combines the results for all values in this one, from the inside out.
    ///
    /// - Parameters:
    ///   - effectiveMembers: whether members are left out that another of the same name replaces.
    ///   - open: makes the state of a container.
    ///   - scalar: returns the result for any other value.
    ///   - add: adds the result for an element, or for a member with a name, to the state of its container.
    ///   - close: returns the result for a container.
    func fold<State, Result>(
        effectiveMembers: Bool = false, open: (JSON) -> State, scalar: (JSON) -> Result,
        add: (inout State, String?, Result) -> Void, close: (State) -> Result
    ) -> Result {
        var walk = ValueWalk(self, effectiveMembers: effectiveMembers)
        var states: ContiguousArray<State> = []
        while true {
            let done: Result
            if case .value(let value)? = walk.next() {
                if value.isContainer {
                    states.append(open(value))
                    continue
                }
                done = scalar(value)
            } else {
                done = close(states.removeLast())
            }
            guard let last = states.indices.last else { return done }
            add(&states[last], walk.name, done)
        }
    }

    /// Whether the value is an array or an object.
    @inline(__always)
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
