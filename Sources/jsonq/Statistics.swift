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

    /// Counts a value of a stream, and all values inside it.
    ///
    /// - Complexity: O(*n*).
    mutating func add(_ value: JSON) {
        values += 1
        var walk = ValueWalk(value)
        while let event = walk.next() {
            guard case .value(let value) = event else { continue }
            var isContainer = false
            switch value {
            case .null, .error: nulls += 1
            case .bool: booleans += 1
            case .number: numbers += 1
            case .string: strings += 1
            case .array(let array):
                arrays += 1
                elements += array.count
                isContainer = true
            case .object(let object):
                objects += 1
                members += object.count
                isContainer = true
            }
            depth = Swift.max(depth, walk.depth + (isContainer ? 1 : 0))
        }
    }

    /// Adds the numbers of other values.
    mutating func add(_ other: Statistics) {
        values += other.values
        objects += other.objects
        arrays += other.arrays
        members += other.members
        elements += other.elements
        strings += other.strings
        numbers += other.numbers
        booleans += other.booleans
        nulls += other.nulls
        depth = Swift.max(depth, other.depth)
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
