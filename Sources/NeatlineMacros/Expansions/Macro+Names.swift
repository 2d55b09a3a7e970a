import NeatlineFoundation
import NeatlineJSON

extension _Macro {
    /// The first of several names that is there; that of writing if JSON is written.
    public static func key(
        _ map: Map, _ keys: [String], writing: String, nested: Bool? = nil, delimiter: String = "."
    ) -> String {
        guard map.mappingType == .fromJSON else { return writing }
        let present = keys.first { map[$0, nested: nested, delimiter: delimiter, ignoreNil: false].isKeyPresent }
        return present ?? keys.first ?? writing
    }

    /// Throws if a member is missing.
    public static func requireMember(
        _ map: Map, _ key: String, nested: Bool? = nil, delimiter: String = "."
    ) throws {
        _ = try map.value(key, nested: nested, delimiter: delimiter) as JSON
    }

    /// Throws if a member is null.
    public static func refuseNull(_ map: Map, _ key: String, nested: Bool? = nil, delimiter: String = ".") throws {
        guard map[key, nested: nested, delimiter: delimiter, ignoreNil: false].isKeyPresent else { return }
        _ = try map.value(key, nested: nested, delimiter: delimiter) as NotNull
    }

    private struct NotNull: MappableValue {
        static func value(from reader: ValueReader) -> NotNull? {
            guard reader._isNull else { return NotNull() }
            reader.fail(expected: mappedName)
            return nil
        }
        func write(to writer: ValueWriter) {}
        static var mappedName: String { "a value that is not null" }
    }
}
