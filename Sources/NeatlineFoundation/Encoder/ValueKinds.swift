internal import Foundation

/// How the values of a type are written.
enum ValueKind: UInt8 {
    /// By a call of the type's `encode(to:)`.
    case model
    /// By the type's conformance to `DirectlyWritten`.
    case direct
    case bool, string, double, float
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, int128, uint128
    case date, data, url, decimal
}

/// A table of the types that have been encoded, and how their values are written.
struct ValueKinds: ~Copyable {
    struct Known {
        let kind: ValueKind
        let directType: (any DirectlyWritten.Type)?
    }

    private var table = TypeTable<Known>()

    /// How a value of a type is written.
    @inline(__always)
    mutating func known<T>(of type: T.Type) -> Known { table[type] ?? find(type) }

    @inline(never)
    private mutating func find<T>(_ type: T.Type) -> Known {
        let directType = type as? any DirectlyWritten.Type
        let kind = directType == nil ? ValueKinds.kinds[ObjectIdentifier(type)] ?? .model : .direct
        let known = Known(kind: kind, directType: directType)
        table.add(known, of: type)
        return known
    }

    private static let kinds: [ObjectIdentifier: ValueKind] = {
        var kinds: [ObjectIdentifier: ValueKind] = [
            ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string,
            ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
            ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
            ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
            ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(UInt.self): .uint,
            ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
            ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64,
            ObjectIdentifier(Int128.self): .int128, ObjectIdentifier(UInt128.self): .uint128,
            ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data,
            ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ]
        kinds.reserveCapacity(32)
        return kinds
    }()
}

/// Types whose values are written without a call of their `encode(to:)`, to the same effect.
protocol DirectlyWritten {
    /// Writes the value at `address` at the end of the text, where `level` has written its name or comma.
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws
}
