internal import Foundation
internal import NeatlineJSON
internal import Synchronization

/// How values of a type are decoded that does not decode them itself.
enum DecodedKind {
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
    /// An array of other values, or a dictionary with string keys.
    case collection(any DecodedCollection.Type)

    /// Determines whether the type is a collection. The first cast takes some hundred thousand instructions, so other
    /// types are compared.
    private init?(lookingAt type: Any.Type) {
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
            return nil
        }
    }

    /// Returns the type as a scalar, if it is one.
    static func scalar(_ type: Any.Type) -> (any DecodedScalar.Type)? { scalars.first { $0 == type } }

    private static let scalars: [any DecodedScalar.Type] = [
        String.self, Int.self, Double.self, Bool.self, Int64.self, UInt.self, Float.self, Int32.self, UInt64.self,
        UInt32.self, UInt8.self, Int8.self, Int16.self, UInt16.self, Int128.self, UInt128.self,
    ]

    /// Returns how values of `type` are decoded; nil for a type that decodes its values itself.
    @inline(__always)
    static func of(_ type: Any.Type) -> DecodedKind? {
        let slot = Known.slot(of: type)
        if let known = Known.at(slot), known.type == type { return known.kind }
        return find(type, slot)
    }

    /// Finds the type after its own slot, or stores its kind in the first free one.
    @inline(never)
    private static func find(_ type: Any.Type, _ slot: Int) -> DecodedKind? {
        for slot in slot...slot + Known.probes {
            guard let known = Known.at(slot) else {
                let kind = DecodedKind(lookingAt: type)
                Known.store(type, kind, at: slot)
                return kind
            }
            if known.type == type { return known.kind }
        }
        return DecodedKind(lookingAt: type)
    }

    /// The kind of a type. A type that is decoded keeps a slot of the table for the lifetime of the process: its own, which
    /// its address determines, or one of the `probes` slots after it. If all are occupied, it is examined each time.
    private final class Known {
        let type: Any.Type
        let kind: DecodedKind?

        init(_ type: Any.Type, _ kind: DecodedKind?) {
            self.type = type
            self.kind = kind
        }

        private static let bits: UInt64 = 10
        static let probes = 7

        nonisolated(unsafe) private static let slots: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> = {
            let count = (1 << Int(bits)) + probes
            let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: count)
            for slot in 0..<count { (slots + slot).initialize(to: Atomic(nil)) }
            return slots
        }()

        /// Returns what is stored in a slot.
        @inline(__always)
        static func at(_ slot: Int) -> (type: Any.Type, kind: DecodedKind?)? {
            // SAFETY: stored objects are never freed.
            slots[slot].load(ordering: .acquiring).map { known in
                Unmanaged<Known>.fromOpaque(known)._withUnsafeGuaranteedRef { ($0.type, $0.kind) }
            }
        }

        /// Stores a kind, unless another thread uses the slot first.
        static func store(_ type: Any.Type, _ kind: DecodedKind?, at slot: Int) {
            let known = Unmanaged.passRetained(Known(type, kind))
            let (isStored, _) = slots[slot].compareExchange(
                expected: nil, desired: UnsafeRawPointer(known.toOpaque()), ordering: .acquiringAndReleasing)
            if !isStored { known.release() }
        }

        /// Returns the slot by the address of the type's metadata, which does not move.
        @inline(__always)
        static func slot(of type: Any.Type) -> Int {
            let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
            return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> (64 - bits))
        }
    }
}
