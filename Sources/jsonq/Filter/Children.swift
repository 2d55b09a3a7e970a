import NeatlineJSON

// The children of a value, as filters iterate over them.

typealias Member = (key: String, value: JSON)

/// Iterates over the elements of an array, or over the members of an object as jq sees them.
struct Children: IteratorProtocol {
    private enum Container {
        case array(JSONArray.Iterator)
        case object([Member])
    }

    private var container: Container
    /// How many children `next()` has returned.
    private(set) var count = 0

    /// Creates an iterator over the children of `value`; nil if it is not an array or object.
    init?(_ value: JSON) {
        switch value {
        case .array(let array): container = .array(array.makeIterator())
        case .object(let object): container = .object(object.distinctMembers)
        default: return nil
        }
    }

    /// Creates an iterator over members.
    init(_ members: [Member]) { container = .object(members) }

    /// The index or name of the child that was returned last.
    var lastStep: JSON? {
        if count == 0 { return nil }
        return switch container {
        case .array: JSON(count - 1)
        case .object(let members): .string(members[count - 1].key)
        }
    }

    /// The next child, with the index or name that leads to it; nil at the end.
    mutating func next() -> (step: JSON, value: JSON)? {
        switch container {
        case .array(var elements):
            guard let element = elements.next() else { return nil }
            container = .array(elements)
            count += 1
            return (JSON(count - 1), element)
        case .object(let members):
            guard count < members.count else { return nil }
            count += 1
            return (.string(members[count - 1].key), members[count - 1].value)
        }
    }
}

extension JSONObject {
    /// The members as jq sees them: one for each name, in the position of the first, with the value that lookup finds.
    var distinctMembers: [Member] {
        var members: [Member] = []
        members.reserveCapacity(count)
        var seen = Set<UTF8Key>()
        var hasDuplicates = false
        for member in self {
            if seen.insert(UTF8Key(text: member.key)).inserted {
                members.append(member)
            } else {
                hasDuplicates = true
            }
        }
        if hasDuplicates {
            for index in members.indices { members[index].value = self[members[index].key] ?? JSON.null }
        }
        return members
    }

    /// The members as jq sees them, in the order of their names by code points.
    var sortedMembers: [Member] {
        distinctMembers.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
