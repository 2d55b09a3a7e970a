import Foundation
import NeatlineJSON

// Members by number, for models whose names are known when they are compiled: the macro `@Mappable` writes such models.

/// The name of a member in the JSON that is read: its bytes, which a model compares with its own names.
///
/// ```swift
/// static func number(of name: borrowing MemberName) -> Int {
///     switch name.count {
///     case 2: if name == "id" { return 0 }
///     case 4: if name == "name" { return 1 }
///     default: break
///     }
///     return -1
/// }
/// ```
///
/// It cannot be copied, because the bytes are those of the text, which may be gone after the call that it is passed to.
public struct MemberName: ~Copyable {
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
    public static func == (name: borrowing MemberName, literal: StaticString) -> Bool {
        // SAFETY: both have as many bytes.
        name.count == literal.utf8CodeUnitCount && memcmp(name.start, literal.utf8Start, literal.utf8CodeUnitCount) == 0
    }
}

/// The positions of an object's members by their numbers, as `Map.members(_:_:)` returns them for `Map`'s subscripts.
public struct MappedMembers {
    /// nil if each member is looked up by its name.
    @usableFromInline let positions: UnsafePointer<UInt32>?
    @usableFromInline let count: Int
    /// The run to which the memory of the positions belongs.
    @usableFromInline let run: UInt64

    /// Members that are looked up by their names.
    @inlinable
    @inline(__always)
    init() { (positions, count, run) = (nil, 0, 0) }

    @inlinable
    @inline(__always)
    init(_ positions: UnsafePointer<UInt32>, count: Int, run: UInt64) {
        (self.positions, self.count, self.run) = (positions, count, run)
    }
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
    /// - Returns: The members, for this map. With the map of another object, they may find members of that one or this.
    @inlinable
    @inline(__always)
    public func members(_ count: Int, _ number: (borrowing MemberName) -> Int) -> MappedMembers {
        if !isReading {
            writing.beginMembers()
            return MappedMembers()
        }
        guard var walk = reading.beginMembers(count, ofObjectAt: object) else { return MappedMembers() }
        while let member = walk.cursor.next() {
            let index =
                member.isUnusual
                ? reading.withDecodedName(member.key, number) : number(MemberName(member.start, member.count))
            // SAFETY: `count` positions were reserved.
            if UInt(bitPattern: index) < UInt(bitPattern: count), !walk.isFirstKept || walk.positions[index] == 0 {
                walk.positions[index] = UInt32(truncatingIfNeeded: member.value)
            }
        }
        return MappedMembers(UnsafePointer(walk.positions), count: count, run: reading.run)
    }

    /// Begins to write members by their numbers; the first statement of an `ImmutableMappable`'s `mapping(map:)`.
    ///
    /// - Returns: nil if JSON is read, which the model's initializer does.
    @inlinable
    public func writtenMembers() -> MappedMembers? {
        if isReading { return nil }
        writing.beginMembers()
        return MappedMembers()
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
        // SAFETY: a run keeps the memory of positions until it ends, and has none of another run's; each is 0 or that of a
        // member in the run's text.
        if let positions = members.positions, isReading, members.run == reading.run,
            UInt(bitPattern: number) < UInt(bitPattern: members.count)
        {
            return Int(truncatingIfNeeded: positions[number])
        }
        return isReading ? reading.find(name: name, ofObjectAt: object, depth: depth) : 0
    }
}
