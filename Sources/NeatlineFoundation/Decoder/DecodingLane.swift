internal import Foundation
internal import NeatlineJSON
internal import Synchronization

/// How values of a type are read.
enum DecodingLane {
    /// By the type's own initialiser.
    case plain
    case date
    case data
    case url
    case decimal
    case json
    /// A scalar that is asked for as any type.
    case scalar(any DecodedScalar.Type)
    /// An array of scalars.
    case scalars(any DecodedScalar.Type)
    /// An array of arrays of scalars.
    case rows(any DecodedScalar.Type)
    /// An array of other values.
    case array(any DecodedArray.Type)
    /// A dictionary whose keys are names.
    case dictionary(any DecodedDictionary.Type)

    /// Looks for what the type conforms to, which takes some thousand instructions.
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
        } else if let scalar = type as? any DecodedScalar.Type {
            self = .scalar(scalar)
        } else if let dictionary = type as? any DecodedDictionary.Type {
            self = .dictionary(dictionary)
        } else if let array = type as? any DecodedArray.Type {
            if let scalar = array.elementType as? any DecodedScalar.Type {
                self = .scalars(scalar)
            } else if let row = array.elementType as? any DecodedArray.Type,
                let scalar = row.elementType as? any DecodedScalar.Type
            {
                self = .rows(scalar)
            } else {
                self = .array(array)
            }
        } else {
            self = .plain
        }
    }

    /// How values of `type` are read.
    @inline(__always)
    static func of(_ type: Any.Type) -> DecodingLane {
        let place = Known.place(of: type)
        if let known = Known.places[place].load(ordering: .acquiring) {
            // SAFETY: what is stored is never freed.
            let known = Unmanaged<Known>.fromOpaque(known)._withUnsafeGuaranteedRef { ($0.type, $0.lane) }
            if known.0 == type { return known.1 }
        }
        return find(type, place)
    }

    @inline(never)
    private static func find(_ type: Any.Type, _ place: Int) -> DecodingLane {
        let lane = DecodingLane(lookingAt: type)
        let known = Unmanaged.passRetained(Known(type, lane))
        let (stored, _) = Known.places[place].compareExchange(
            expected: nil, desired: UnsafeRawPointer(known.toOpaque()), ordering: .acquiringAndReleasing)
        if !stored { known.release() }
        return lane
    }

    /// What was found out about a type. Each type has one place, which the first that is decoded takes for as long as the
    /// process lives; others with the same place are looked at each time.
    private final class Known {
        let type: Any.Type
        let lane: DecodingLane

        init(_ type: Any.Type, _ lane: DecodingLane) {
            self.type = type
            self.lane = lane
        }

        private static let bits: UInt64 = 10

        nonisolated(unsafe) static let places: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> = {
            let count = 1 << Int(bits)
            let places = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: count)
            for place in 0..<count { (places + place).initialize(to: Atomic(nil)) }
            return places
        }()

        /// By the address of the type's description, which does not move.
        @inline(__always)
        static func place(of type: Any.Type) -> Int {
            let address = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
            return Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> (64 - bits))
        }
    }
}
