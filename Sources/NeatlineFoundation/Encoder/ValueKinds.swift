internal import Foundation

/// How a value of a type is written.
enum ValueKind: UInt8 {
    /// Its `encode(to:)` is called.
    case model
    /// Through `DirectlyWritten`.
    case direct
    case bool, string, double, float, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, int128, uint128
    case date, data, url, decimal
}

/// What is known of the types of values: found by the addresses of their metadata, because each value is asked for, and
/// casts cost a hundred times as much.
struct ValueKinds: ~Copyable {
    struct Entry {
        fileprivate var type: UnsafeRawPointer?
        var kind: ValueKind
        var directType: (any DirectlyWritten.Type)?
    }

    private let entries: UnsafeMutablePointer<Entry>
    private static let bits = 7

    init() {
        entries = .allocate(capacity: 1 << ValueKinds.bits)
        entries.initialize(repeating: Entry(type: nil, kind: .model, directType: nil), count: 1 << ValueKinds.bits)
    }

    deinit {
        entries.deinitialize(count: 1 << ValueKinds.bits)
        entries.deallocate()
    }

    /// The entry of a type.
    @inline(__always)
    func entry<T>(of type: T.Type) -> UnsafePointer<Entry> {
        let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
        let bits = UInt(bitPattern: address)
        let place = Int(bitPattern: (bits &>> 4 ^ bits &>> 11) & (1 &<< UInt(ValueKinds.bits) &- 1))
        // SAFETY: the mask keeps the place within the table.
        let entry = entries + place
        if entry.pointee.type != address { fill(entry, type, address) }
        return UnsafePointer(entry)
    }

    @inline(never)
    private func fill<T>(_ entry: UnsafeMutablePointer<Entry>, _ type: T.Type, _ address: UnsafeRawPointer) {
        let directType = type as? any DirectlyWritten.Type
        let kind = directType == nil ? ValueKinds.kinds[ObjectIdentifier(type)] ?? .model : .direct
        entry.pointee = Entry(type: address, kind: kind, directType: directType)
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
    /// Writes the value at `address` in the place that `level` has prepared.
    static func write(at address: UnsafeRawPointer, in level: EncodingLevel, _ step: EncodingStep) throws
}
