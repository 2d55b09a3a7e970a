/// Writes objects member by member, as the layers above come to them, straight to text.
///
/// ```swift
/// var writer = MemberWriter()
/// writer.beginObject()
/// writer.beginMember("id")
/// writer.append(Int64(5))
/// writer.endObject()
/// writer.finish()                 // {"id":5}
/// ```
///
/// A member may be named twice, or by a path of names (`["distance", "value"]`); it then has to be put in its place
/// among the others. That is done when its object ends, and only in objects where it happens: `endObject` takes the
/// text of the members and writes it anew.
package struct MemberWriter: ~Copyable {
    var buffer: OutputBuffer
    private let strings = StringWriter()
    private let knowsSmallStrings = SmallString.isKnown
    private var names = WrittenNames()
    /// The members of the objects that are open, the innermost last.
    var members = PlainStack<Member>(capacity: 64)
    /// The objects that are open, above one that stands for none.
    private var objects = PlainStack<OpenObject>(capacity: 16)
    /// The names on the way to members that are named by a path.
    var paths: [[String]] = []

    /// A member that was begun.
    struct Member: BitwiseCopyable {
        /// Where its name's quote stands.
        let name: Int
        /// Where its value begins.
        let value: Int
        /// Its place in `paths`, if there are several names on the way to it, or else `noPath`.
        var path = Member.noPath

        static let noPath = -1
    }

    struct OpenObject: BitwiseCopyable {
        /// Where its brace stands.
        let start: Int
        /// Its first member in `members`.
        let firstMember: Int
        /// The place in `names` of the next name.
        var place: Int
        /// The numbers of the names that have come, as bits.
        var numbers: (low: UInt64, high: UInt64) = (0, 0)
        /// Whether a name may have come twice.
        var mayRepeat = false
        var hasPaths = false

        /// Notes that the name with this number has come.
        @inline(__always)
        mutating func add(_ number: Int) {
            let bit = 1 &<< UInt64(truncatingIfNeeded: number)
            if number < 64 {
                if numbers.low & bit != 0 { mayRepeat = true }
                numbers.low |= bit
            } else {
                if numbers.high & bit != 0 { mayRepeat = true }
                numbers.high |= bit
            }
            place = number &* 2
        }
    }

    /// A writer that has written nothing.
    package init() {
        buffer = OutputBuffer(recyclingCapacity: MemberWriter.usualSize)
        objects.append(OpenObject(start: 0, firstMember: 0, place: 0))
    }

    /// Forgets what was written, to write again in the same memory.
    package mutating func restart() {
        buffer.cursor = buffer.start
        objects.removeLast(to: 1)
        members.removeLast(to: 0)
        paths = []
    }

    /// How many bytes there is room for at first.
    private static let usualSize = 8 << 10

    /// What has been written.
    package func finish() -> [UInt8] { Array(UnsafeBufferPointer(start: buffer.start, count: buffer.count)) }

    /// Calls `body` with what has been written.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        body(UnsafeRawBufferPointer(start: buffer.start, count: buffer.count))
    }

    // MARK: What is open

    /// How many objects are open.
    package var openObjects: Int { objects.count - 1 }

    /// The steps to what was written last, or is being written.
    ///
    /// - Complexity: O(*n*).
    package var openPath: [JSONKey] {
        /// A container that is open, and what its last name or element is.
        struct Level {
            let isObject: Bool
            var name = 0..<0
            var commas = 0
        }
        let text = UnsafeRawBufferPointer(start: buffer.start, count: buffer.count)
        var levels: [Level] = []
        var index = 0
        while index < text.count {
            switch text[index] {
            case Byte.quote:
                let start = index
                index += 1
                while index < text.count, text[index] != Byte.quote {
                    index += text[index] == Byte.backslash ? 2 : 1
                }
                if index + 1 < text.count, text[index + 1] == Byte.colon, let last = levels.indices.last {
                    levels[last].name = start..<(index + 1)
                }
            case Byte.openBrace, Byte.openBracket:
                levels.append(Level(isObject: text[index] == Byte.openBrace))
            case Byte.closeBrace, Byte.closeBracket:
                _ = levels.popLast()
            case Byte.comma:
                if let last = levels.indices.last { levels[last].commas += 1 }
            default:
                break
            }
            index += 1
        }
        return levels.map { level in
            level.isObject
                ? .key(name(UnsafeRawBufferPointer(rebasing: text[level.name]))) : .index(level.commas)
        }
    }

    /// What has been written of the object that `level` others stand around.
    ///
    /// - Complexity: O(*n*).
    package func openObject(_ level: Int) -> JSON {
        guard (0..<openObjects).contains(level) else { return .null }
        var copy = MemberWriter()
        copy.beginObject()
        let last = level + 1 < openObjects ? objects[level + 2].firstMember - 1 : members.count
        for index in objects[level + 1].firstMember..<last {
            let member = members[index]
            guard let value = try? JSON(parsing: text(of: index, until: buffer.count), options: .written) else {
                continue
            }
            copy.beginMember(at: path(of: member))
            try? copy.append(value)
        }
        copy.endObject()
        return (try? JSON(parsing: copy.finish(), options: .written)) ?? .null
    }

    // MARK: Structure

    /// Begins an object.
    package mutating func beginObject() {
        objects.append(
            OpenObject(start: buffer.count, firstMember: members.count, place: objects.last.place | 1))
        buffer.append(Byte.openBrace)
    }

    /// Ends the innermost object.
    package mutating func endObject() {
        guard openObjects > 0 else { return }
        let object = objects.last
        objects.removeLast(to: objects.count &- 1)
        buffer.append(Byte.closeBrace)
        if object.mayRepeat || object.hasPaths { arrangeIfNeeded(object) }
        members.removeLast(to: object.firstMember)
    }

    /// Writes the name of a member; its value has to follow.
    package mutating func beginMember(_ name: String) {
        objects.top.pointee.mayRepeat = true
        separate(from: Byte.openBrace)
        let start = buffer.count
        write(name)
        buffer.append(Byte.colon)
        members.append(Member(name: start, value: buffer.count))
    }

    /// As `beginMember(_:)`; false, having done nothing, if there is a dot in the name.
    package mutating func beginMember(plain name: String) -> Bool {
        let object = objects.top
        let number = names.number(of: StringWords(name), at: object.pointee.place)
        if number == 0 { return beginNewMember(plain: name) }
        object.pointee.add(number)
        let known = names[number]
        buffer.reserve(known.count &+ 8)
        var out = buffer.cursor
        // SAFETY: a comma, two quotes, a colon and the name have room; the words of a short name may reach into the slack. The
        // object's brace has been written.
        if (out - 1).pointee != Byte.openBrace {
            out[0] = Byte.comma
            out += 1
        }
        let start = out - buffer.start
        out[0] = Byte.quote
        known.write(to: out + 1)
        out += known.count
        out[1] = Byte.quote
        out[2] = Byte.colon
        buffer.cursor = out + 3
        members.append(Member(name: start, value: buffer.count))
        return true
    }

    /// As `beginMember(plain:)`, for a name that is not known to be plain; if it is, it is kept.
    @inline(never)
    private mutating func beginNewMember(plain name: String) -> Bool {
        if name.utf8.contains(Byte.dot) { return false }
        beginMember(name)
        let written = members.last
        // With two quotes and a colon.
        if written.value &- written.name == name.utf8.count &+ 3 { names.add(name) }
        return true
    }

    /// As `beginMember(_:)`, for a member in objects inside this one.
    ///
    /// - Parameter path: the names on the way, at least one.
    package mutating func beginMember(at path: [String]) {
        if openObjects == 0 { return }
        objects.top.pointee.hasPaths = true
        separate(from: Byte.openBrace)
        let start = buffer.count
        buffer.append("\"\":" as StaticString)
        members.append(Member(name: start, value: buffer.count, path: paths.count))
        paths.append(path)
    }

    /// Begins an array.
    package mutating func beginArray() { buffer.append(Byte.openBracket) }

    /// Has to come before each element of an array.
    package mutating func beginElement() { separate(from: Byte.openBracket) }

    /// Ends an array.
    package mutating func endArray() { buffer.append(Byte.closeBracket) }

    /// Writes a comma, unless nothing stands since `opener`.
    ///
    /// Every value ends in a byte that is no opener, so the last byte tells.
    @inline(__always)
    private mutating func separate(from opener: UInt8) {
        buffer.reserve(1)
        // SAFETY: an object or array is open, so its opener at least has been written.
        if (buffer.cursor - 1).pointee == opener { return }
        buffer.cursor.pointee = Byte.comma
        buffer.cursor += 1
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func appendNull() { append(0x6C6C_756E, count: 4) }

    /// Writes a boolean.
    package mutating func append(_ value: Bool) {
        if value { append(0x6575_7274, count: 4) } else { append(0x65_736C_6166, count: 5) }
    }

    /// Writes a word of up to eight characters, the first in the lowest byte.
    @inline(__always)
    private mutating func append(_ characters: UInt64, count: Int) {
        buffer.reserve(count)
        // SAFETY: what is stored beyond `count` bytes falls into the slack.
        buffer.cursor.store(characters)
        buffer.cursor += count
    }

    /// Writes an integer.
    package mutating func append(_ value: Int64) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes an integer.
    package mutating func append(_ value: UInt64) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes a double, which has to be finite, with the fewest digits that read back as the same.
    package mutating func append(_ value: Double) {
        buffer.reserve(32)
        buffer.cursor += NumberWriter.write(value, to: buffer.cursor)
    }

    /// Writes a number, which has to be finite, with its digits.
    package mutating func append(_ value: JSONNumber) {
        value.withText { buffer.append($0) }
    }

    /// Writes a decimal number: digits as one integer, how many of them stand after the point, and a sign.
    ///
    /// - Returns: false, having done nothing, if `JSONNumber` makes nothing of them.
    package mutating func append(_ parts: JSONNumber.Parts) -> Bool {
        if parts.fractionDigits == 0 {
            guard let number = JSONNumber(parts) else { return false }
            append(number)
            return true
        }
        let decimal = ShortDecimal(
            significand: parts.significand, fractionDigits: parts.fractionDigits, isNegative: parts.isNegative)
        guard let decimal else { return false }
        buffer.reserve(32)
        buffer.cursor += decimal.write(to: buffer.cursor)
        return true
    }

    /// Writes a string.
    package mutating func append(_ text: String) {
        if knowsSmallStrings, let short = ShortName(text),
            !StringWriter.mustEscape(short.low, short.high, count: short.length)
        {
            buffer.reserve(24)
            let out = buffer.cursor
            // SAFETY: two quotes and 16 bytes have room.
            out[0] = Byte.quote
            (out + 1).store(short.low)
            (out + 9).store(short.high)
            out[short.length &+ 1] = Byte.quote
            buffer.cursor = out + (short.length &+ 2)
        } else {
            write(text)
        }
    }

    /// Writes any value.
    ///
    /// - Throws: as `JSON.serialized`; what was written is taken back.
    package mutating func append(_ value: JSON) throws(JSONError) {
        let start = buffer.count
        do throws(JSONError) {
            try ValueSerializer(.compact).write(value, into: &buffer)
        } catch {
            buffer.cursor = buffer.start + start
            throw error
        }
    }

    private mutating func write(_ text: String) {
        text.withName { text in
            let count = text.count
            guard let source = text.baseAddress else {
                buffer.append("\"\"" as StaticString)
                return
            }
            buffer.reserve(count &+ 2)
            let out = buffer.cursor
            // SAFETY: two quotes and `count` bytes have room; the vector stored last may reach 15 bytes into the slack.
            out[0] = Byte.quote
            if let end = strings.copyUnescaped(source, count: count, to: out + 1) {
                end[0] = Byte.quote
                buffer.cursor = end + 1
                return
            }
            buffer.cursor = out + 1
            strings.writeText(text, into: &buffer)
            buffer.append(Byte.quote)
        }
    }
}
