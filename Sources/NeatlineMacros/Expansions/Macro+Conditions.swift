import NeatlineFoundation

extension _Macro {
    /// Maps an optional property, which keeps its value if what is read does not fit.
    ///
    /// - Parameter refusesNull: Whether null does not fit.
    public static func keep<Value>(
        _ property: inout Value?, _ field: Map, refusesNull: Bool = false, _ map: (inout Value?, Map) -> Void
    ) {
        if refusesNull, refuses(null: field) { return }
        let (before, failures) = (property, field._failureCount)
        map(&property, field)
        if property == nil, field._failureCount != failures { property = before }
    }

    /// Maps a property, which keeps its value if null is read.
    public static func notNull<Value>(
        _ property: inout Value, _ field: Map, _ map: (inout Value, Map) -> Void
    ) {
        if !refuses(null: field) { map(&property, field) }
    }

    /// Records a failure if null is read.
    private static func refuses(null field: Map) -> Bool {
        guard field._isNull else { return false }
        field._fail(expected: "a value that is not null")
        return true
    }

    /// Maps a property whose value has to meet a condition; keeps it otherwise. That the condition is not met is recorded unless
    /// another failure was.
    @_disfavoredOverload
    public static func check<Value>(
        _ property: inout Value, _ field: Map, _ expected: String, _ condition: (Value) -> Bool,
        _ map: (inout Value, Map) -> Void
    ) {
        var value = property
        let (failures, records) = (field._failureCount, field._recordCount)
        map(&value, field)
        if field.isKeyPresent, !condition(value) {
            if field._failureCount == failures { field._fail(expected: expected, since: records) }
            return
        }
        property = value
    }

    /// Maps an optional property whose value has to meet a condition; it is nil otherwise.
    public static func check<Value>(
        _ property: inout Value?, _ field: Map, _ expected: String, _ condition: (Value) -> Bool,
        _ map: (inout Value?, Map) -> Void
    ) {
        let (failures, records) = (field._failureCount, field._recordCount)
        map(&property, field)
        if field.isKeyPresent, let value = property, !condition(value) {
            if field._failureCount == failures { field._fail(expected: expected, since: records) }
            property = nil
        }
    }

    /// Returns a value that meets a condition.
    @_disfavoredOverload
    public static func checked<Value>(
        _ value: @autoclosure () throws -> Value, _ field: Map, _ expected: String, _ condition: (Value) -> Bool
    ) throws -> Value {
        let records = field._recordCount
        let value = try value()
        if condition(value) { return value }
        throw field._error(expected: expected, since: records)
    }

    /// Returns a value that meets a condition, or nil.
    public static func checked<Value>(
        _ value: @autoclosure () throws -> Value?, _ field: Map, _ expected: String, _ condition: (Value) -> Bool
    ) throws -> Value? {
        let records = field._recordCount
        guard let value = try value() else { return nil }
        if condition(value) { return value }
        throw field._error(expected: expected, since: records)
    }
}
