import NeatlineJSON

/// Writes values without the members that lookup does not find.
enum DistinctMembers {
    private enum Level {
        case elements(JSONArray.Iterator)
        case members([Member], Int)
    }

    /// The value as compact text; of several members with one name it has the one that counts, in the place of the first.
    ///
    /// - Throws: `JSONError` if the value holds a number that JSON has no form for.
    /// - Complexity: O(*n*).
    static func text(of value: JSON) throws -> [UInt8] {
        var text: [UInt8] = []
        var levels: [Level] = []
        try begin(value, &text, &levels)
        while let level = levels.popLast() {
            switch level {
            case .elements(var elements):
                guard let element = elements.next() else {
                    text.append(UInt8(ascii: "]"))
                    continue
                }
                levels.append(.elements(elements))
                if text.last != UInt8(ascii: "[") { text.append(UInt8(ascii: ",")) }
                try begin(element, &text, &levels)
            case .members(let members, let index):
                guard index < members.count else {
                    text.append(UInt8(ascii: "}"))
                    continue
                }
                levels.append(.members(members, index + 1))
                if index > 0 { text.append(UInt8(ascii: ",")) }
                text += try JSON.string(members[index].key).serialized()
                text.append(UInt8(ascii: ":"))
                try begin(members[index].value, &text, &levels)
            }
        }
        return text
    }

    private static func begin(_ value: JSON, _ text: inout [UInt8], _ levels: inout [Level]) throws {
        switch value {
        case .array(let array):
            text.append(UInt8(ascii: "["))
            levels.append(.elements(array.makeIterator()))
        case .object(let object):
            text.append(UInt8(ascii: "{"))
            levels.append(.members(object.distinctMembers, 0))
        default: text += try value.serialized()
        }
    }
}
