import NeatlineJSON

/// What all values at one position of the samples have in common.
///
/// A shape keeps how often which type of value was seen, and what a Swift type depends on, but no values: the memory
/// follows from the number of different members and not from the number of samples.
final class Shape {
    /// The number of arrays and objects around a value below which values are not distinguished.
    static let maximumDepth = 64

    var nullCount = 0
    var booleanCount = 0
    var numbers = NumberForms()
    var strings = StringForms()
    var arrayCount = 0
    /// The elements of all arrays; nil if no array has had one.
    var elements: Shape?
    /// The members of all objects; nil if there was no object.
    var object: ObjectShape?
    /// Whether the values are too different, or too deep, for a type other than `JSON`.
    var isAnything = false

    /// The types of JSON, other than null, that were seen.
    enum Kind {
        case boolean, number, string, array, object
    }

    /// The types that were seen, other than null.
    var kinds: [Kind] {
        var kinds: [Kind] = []
        if booleanCount > 0 { kinds.append(.boolean) }
        if numbers.count > 0 { kinds.append(.number) }
        if strings.count > 0 { kinds.append(.string) }
        if arrayCount > 0 { kinds.append(.array) }
        if object != nil { kinds.append(.object) }
        return kinds
    }

    /// The number of members in all objects.
    ///
    /// Recurses to the depth of shapes, which `maximumDepth` limits.
    var memberCount: Int { (elements?.memberCount ?? 0) + (object?.memberCount ?? 0) }

    /// Adds what another shape has seen.
    ///
    /// Recurses to the depth of shapes, which `maximumDepth` limits.
    func merge(_ other: Shape) {
        nullCount += other.nullCount
        booleanCount += other.booleanCount
        numbers.merge(other.numbers)
        strings.merge(other.strings)
        arrayCount += other.arrayCount
        isAnything = isAnything || other.isAnything
        if let others = other.elements {
            let elements = elements ?? Shape()
            elements.merge(others)
            self.elements = elements
        }
        if let others = other.object {
            let object = object ?? ObjectShape()
            object.merge(others)
            self.object = object
        }
    }
}

/// The members that the objects at one position have.
final class ObjectShape {
    /// More names than this, or longer ones, are keys of a dictionary.
    static let maximumNames = 512
    static let longestName = 256

    struct Member {
        let name: String
        let shape: Shape
        /// The number of objects that have the member.
        var count: Int
    }

    /// The number of objects.
    var count = 0
    /// In the order in which the names were seen first; empty for a dictionary.
    private(set) var members: [Member] = []
    private var indexes: [UTF8Key: Int] = [:]
    /// The values of a dictionary; nil as long as the names are those of members.
    private(set) var values: Shape?

    /// Returns the shape of the member with a name, which is counted.
    func member(_ name: String, count: Int = 1) -> Shape {
        if let values { return values }
        if let index = indexes[UTF8Key(text: name)] {
            members[index].count += count
            return members[index].shape
        }
        if isDictionary(with: name) { return becomeDictionary() }
        let shape = Shape()
        indexes[UTF8Key(text: name)] = members.count
        members.append(Member(name: name, shape: shape, count: count))
        return shape
    }

    /// Whether one more member, of this name, makes it a dictionary.
    func isDictionary(with name: String) -> Bool {
        if values != nil { return true }
        if indexes[UTF8Key(text: name)] != nil { return false }
        return members.count == ObjectShape.maximumNames || name.utf8.count > ObjectShape.longestName
    }

    /// Takes the members for values of a dictionary, from now on.
    @discardableResult
    func becomeDictionary() -> Shape {
        let values = mergedValues
        self.values = values
        members = []
        indexes = [:]
        return values
    }

    /// The number of members, and of those inside them.
    var memberCount: Int {
        members.reduce(values?.memberCount ?? 0) { $0 + 1 + $1.shape.memberCount }
    }

    /// What the values of all members have in common.
    var mergedValues: Shape {
        if let values { return values }
        let values = Shape()
        for member in members { values.merge(member.shape) }
        return values
    }

    /// Adds what another shape has seen.
    func merge(_ other: ObjectShape) {
        count += other.count
        if let others = other.values {
            (values ?? becomeDictionary()).merge(others)
        } else {
            for member in other.members { self.member(member.name, count: member.count).merge(member.shape) }
        }
    }
}

/// Which numbers were seen.
struct NumberForms {
    private(set) var count = 0
    /// Whether a number had a fraction or an exponent.
    private(set) var hasFraction = false
    /// Whether all numbers are values of the type, without a loss for integers.
    private(set) var fitsInt = true
    private(set) var fitsUInt64 = true
    private(set) var fitsDouble = true

    /// Adds a number.
    mutating func add(_ number: JSONNumber) {
        count += 1
        let isInteger = !number.text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        let double = number.doubleValue
        if isInteger {
            fitsInt = fitsInt && number.exactInt64 != nil
            fitsUInt64 = fitsUInt64 && number.exactUInt64 != nil
            fitsDouble = fitsDouble && double.isFinite && JSONNumber(double) == number
        } else {
            hasFraction = true
            fitsDouble = fitsDouble && double.isFinite
        }
    }

    mutating func merge(_ other: NumberForms) {
        count += other.count
        hasFraction = hasFraction || other.hasFraction
        fitsInt = fitsInt && other.fitsInt
        fitsUInt64 = fitsUInt64 && other.fitsUInt64
        fitsDouble = fitsDouble && other.fitsDouble
    }
}
