import NeatlineJSON

/// The numbers of values by type.
struct Statistics {
    private var values = 0
    private var objects = 0
    private var arrays = 0
    private var members = 0
    private var elements = 0
    private var strings = 0
    private var numbers = 0
    private var booleans = 0
    private var nulls = 0
    private var depth = 0

    private enum Level {
        case elements(JSONArray.Iterator)
        case members(JSONObject.Iterator)
    }

    /// Counts a value of a stream, and all values inside it.
    ///
    /// - Complexity: O(*n*).
    mutating func add(_ value: JSON) {
        values += 1
        var levels: [Level] = []
        count(value, &levels)
        while let level = levels.popLast() {
            switch level {
            case .elements(var iterator):
                guard let element = iterator.next() else { continue }
                levels.append(.elements(iterator))
                elements += 1
                count(element, &levels)
            case .members(var iterator):
                guard let member = iterator.next() else { continue }
                levels.append(.members(iterator))
                members += 1
                count(member.value, &levels)
            }
        }
    }

    private mutating func count(_ value: JSON, _ levels: inout [Level]) {
        switch value {
        case .null, .error: nulls += 1
        case .bool: booleans += 1
        case .number: numbers += 1
        case .string: strings += 1
        case .array(let array):
            arrays += 1
            levels.append(.elements(array.makeIterator()))
        case .object(let object):
            objects += 1
            levels.append(.members(object.makeIterator()))
        }
        depth = Swift.max(depth, levels.count)
    }

    /// The counts, as an object.
    var json: JSON {
        .object(
            JSONObject([
                ("values", JSON(values)), ("objects", JSON(objects)), ("members", JSON(members)),
                ("arrays", JSON(arrays)), ("elements", JSON(elements)), ("strings", JSON(strings)),
                ("numbers", JSON(numbers)), ("booleans", JSON(booleans)), ("nulls", JSON(nulls)),
                ("depth", JSON(depth)),
            ]))
    }
}
