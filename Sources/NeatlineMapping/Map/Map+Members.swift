import Foundation
import NeatlineJSON

// Members by number, for models whose names are known when they are compiled: the macro `@Mappable` writes such models.

/// The name of a member in the JSON that is read: its bytes, which a model compares with its own names.
///
/// ```swift
/// static func number(of name: MemberName) -> Int {
///     switch name.count {
///     case 2: if name == "id" { return 0 }
///     case 4: if name == "name" { return 1 }
///     default: break
///     }
///     return -1
/// }
/// ```
///
/// It must not be used after the call that it was passed to.
public struct MemberName {
    @usableFromInline let start: UnsafePointer<UInt8>
    /// The number of bytes in UTF-8.
    public let count: Int

    @inlinable
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ count: Int) { (self.start, self.count) = (start, count) }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        count = bytes.count
        start = bytes.baseAddress ?? ("" as StaticString).utf8Start
    }

    /// Whether the name consists of the same bytes as a literal.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - literal: A literal.
    @inlinable
    @inline(__always)
    public static func == (name: MemberName, literal: StaticString) -> Bool {
        // SAFETY: both have as many bytes.
        name.count == literal.utf8CodeUnitCount && memcmp(name.start, literal.utf8Start, literal.utf8CodeUnitCount) == 0
    }
}

/// The positions of an object's members by their numbers, as `Map.members(_:_:)` returns them for `Map`'s subscripts.
public struct MappedMembers {
    /// nil if each member is looked up by its name.
    @usableFromInline let positions: UnsafePointer<UInt32>?

    @inlinable
    @inline(__always)
    init(_ positions: UnsafePointer<UInt32>?) { self.positions = positions }
}

/// A walk over the members of an object.
@usableFromInline
struct MemberWalk {
    @usableFromInline var cursor: MemberCursor
    @usableFromInline let positions: UnsafeMutablePointer<UInt32>
    /// Whether the first of several members with the same name is the effective one, instead of the last.
    @usableFromInline let isFirstKept: Bool

    init(_ cursor: MemberCursor, _ positions: UnsafeMutablePointer<UInt32>, isFirstKept: Bool) {
        (self.cursor, self.positions, self.isFirstKept) = (cursor, positions, isFirstKept)
    }
}

extension Map {
    /// Finds the members of the object in one pass, if JSON is read; the first statement of a model's `mapping(map:)`.
    ///
    /// - Parameters:
    ///   - count: The number of the model's members.
    ///   - number: Returns the number of the member with a name, from 0 up to `count`, and another number for other names.
    /// - Returns: The members, which must not be used after the mapping of the object.
    @inlinable
    @inline(__always)
    public func members(_ count: Int, _ number: (MemberName) -> Int) -> MappedMembers {
        if !isReading {
            writing.beginMembers()
            return MappedMembers(nil)
        }
        guard var walk = reading.beginMembers(count, ofObjectAt: object) else { return MappedMembers(nil) }
        while let member = walk.cursor.next() {
            let name = member.isUnusual ? reading.decodedName(member.key) : MemberName(member.start, member.count)
            let index = number(name)
            // SAFETY: `count` positions were reserved.
            if UInt(bitPattern: index) < UInt(bitPattern: count), !walk.isFirstKept || walk.positions[index] == 0 {
                walk.positions[index] = UInt32(truncatingIfNeeded: member.value)
            }
        }
        return MappedMembers(UnsafePointer(walk.positions))
    }

    /// Begins to write members by their numbers; the first statement of an `ImmutableMappable`'s `mapping(map:)`.
    ///
    /// - Returns: nil if JSON is read, which the model's initializer does.
    @inlinable
    public func writtenMembers() -> MappedMembers? {
        if isReading { return nil }
        writing.beginMembers()
        return MappedMembers(nil)
    }

    /// The field of a numbered member. Its `value` and `valueIfPresent` read this member, whatever the name that they get.
    ///
    /// - Parameters:
    ///   - members: The result of ``members(_:_:)`` or ``writtenMembers()`` for this map.
    ///   - number: The number of the member.
    ///   - name: Its name, in which a dot has no meaning. It has no character that JSON escapes, and no other numbered member
    ///     of the type has it.
    @inlinable
    public subscript(members: MappedMembers, number: Int, name: String) -> Map {
        @inline(__always)
        get {
            Map(
                mapping, object: object, depth: depth, toObject: toObject, key: name,
                position: position(members, number, name), nesting: .member, delimiter: ".")
        }
    }

    @inlinable
    @inline(__always)
    func position(_ members: MappedMembers, _ number: Int, _ name: String) -> Int {
        // SAFETY: required of the caller.
        if let positions = members.positions { return Int(truncatingIfNeeded: positions[number]) }
        return isReading ? reading.find(name: name, ofObjectAt: object, depth: depth) : 0
    }
}
