internal import Foundation
internal import NeatlineJSON
internal import Synchronization

/// How values of a type are decoded.
enum DecodedKind {
    /// By the type's own initializer.
    case plain
    case date
    case data
    case url
    case decimal
    case json
    /// A scalar, requested as a generic type.
    case scalar(any DecodedScalar.Type)
    /// An array of scalars.
    case scalars(any DecodedScalar.Type)
    /// An array of arrays of scalars.
    case rows(any DecodedScalar.Type)
    /// An array of other values.
    case array(any DecodedArray.Type)
    /// A dictionary with string keys.
    case dictionary(any DecodedDictionary.Type)

    /// Determines whether the type is a collection. The first cast takes some hundred thousand instructions, so other
    /// types are compared.
    private init(lookingAt type: Any.Type) {
        if type == Date.self {
            self = .date
        } else if type == Data.self {
            self = .data
        } else if type == URL.self {
            self = .url
        } else if type == Decimal.self {
            self = .decimal
        } else if type == JSON.self {
            self = .json
        } else if let scalar = DecodedKind.scalar(type) {
            self = .scalar(scalar)
        } else if let collection = type as? any DecodedCollection.Type {
            self = collection.kind
        } else {
            self = .plain
        }
    }

    /// Returns the type as a scalar, if it is one.
    static func scalar(_ type: Any.Type) -> (any DecodedScalar.Type)? { scalars.first { $0 == type } }

    private static let scalars: [any DecodedScalar.Type] = [
        String.self, Int.self, Double.self, Bool.self, Int64.self, UInt.self, Float.self, Int32.self, UInt64.self,
        UInt32.self, UInt8.self, Int8.self, Int16.self, UInt16.self, Int128.self, UInt128.self,
    ]

    /// Returns how values of `type` are decoded.
    @inline(__always)
    static func of(_ type: Any.Type) -> DecodedKind {
        let slot = Known.slot(of: type)
        if let known = Known.slots[slot].load(ordering: .acquiring) {
            // SAFETY: stored objects are never freed.
            let known = Unmanaged<Known>.fromOpaque(known)._withUnsafeGuaranteedRef { ($0.type, $0.kind) }
            if known.0 == type { return known.1 }
        }
        return find(type, slot)
    }

    @inline(never)
    private static func find(_ type: Any.Type, _ slot: Int) -> DecodedKind {
        let kind = DecodedKind(lookingAt: type)
        let known = Unmanaged.passRetained(Known(type, kind))
        let (stored, _) = Known.slots[slot].compareExchange(
            expected: nil, desired: UnsafeRawPointer(known.toOpaque()), ordering: .acquiringAndReleasing)
        if !stored { known.release() }
        return kind
    }

    /// The kind of a type. Each type has one slot of the table, which the first one that is decoded keeps for the
    /// lifetime of the process; other types with the same slot are examined each time.
    private final class Known {
        let type: Any.Type
        let kind: DecodedKind

        init(_ type: Any.Type, _ kind: DecodedKind) {
            self.type = type
            self.kind = kind
        }

        private static let bits: UInt64 = 10

        nonisolated(unsafe) static let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> = {
            let count = 1 << Int(bits)
            let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: count)
            for slot in 0..<count { (slots + slot).initialize(to: Atomic(nil)) }
            return slots
        }()

        /// Returns the slot by the address of the type's metadata, which does not move.
        @inline(__always)
        static func slot(of type: Any.Type) -> Int {
            let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
            return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> (64 - bits))
        }
    }
}
