import NeatlineJSON

/// Removes the members that lookup does not find.
enum DistinctMembers {
    /// A container, or the root alone, whose values are being replaced one after another.
    private struct Level {
        /// The names of an object's members; nil for an array.
        var names: [String]?
        var values: [JSON]
        /// Whether a member was removed. Otherwise the container itself is kept, which has the escapes of unpaired surrogates.
        var isChanged = false
        /// How many values have been replaced.
        var count = 0

        var json: JSON {
            guard let names else { return .array(JSONArray(values)) }
            return .object(JSONObject(zip(names, values).map { (key: $0, value: $1) }))
        }
    }

    /// The value with one member for each name: the one that counts, in the position of the first. Nothing recurses.
    ///
    /// - Complexity: O(*n*).
    static func value(of root: JSON) -> JSON {
        var levels = [Level(values: [root])]
        while true {
            let last = levels.count - 1
            if levels[last].count < levels[last].values.count {
                let value = levels[last].values[levels[last].count]
                switch value {
                case .array(let array): levels.append(Level(values: Array(array)))
                case .object(let object):
                    let members = object.distinctMembers
                    levels.append(
                        Level(
                            names: members.map(\.key), values: members.map(\.value),
                            isChanged: members.count < object.count))
                default: levels[last].count += 1
                }
            } else if last == 0 {
                return levels[0].values[0]
            } else {
                let level = levels.removeLast()
                if level.isChanged {
                    levels[last - 1].values[levels[last - 1].count] = level.json
                    levels[last - 1].isChanged = true
                }
                levels[last - 1].count += 1
            }
        }
    }
}
