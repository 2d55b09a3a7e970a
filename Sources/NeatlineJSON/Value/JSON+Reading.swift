// Typed reads: an optional, and a `…Value` with a default, for each type. The rules are SwiftyJSON's.
//
// Each can be set, whatever the value was before; nil sets null. A change through an optional that is nil
// (`json.int? += 1` where `json` is no number) changes nothing: without `_modify` it would set the nil, hence null.

extension JSON {
    // MARK: Booleans and strings

    /// The boolean; nil for everything else, numbers and strings included. Setting nil stores null.
    public var bool: Bool? {
        @inlinable
        get {
            if case .bool(let value) = self { return value }
            return nil
        }
        set { set(newValue) }
        _modify { yield &self[read: bool] }
    }

    /// The boolean; true for a number other than 0 and for the strings `true`, `y`, `t`, `yes` and `1` in any case; false
    /// otherwise.
    public var boolValue: Bool {
        @inlinable
        get {
            if case .bool(let value) = self { return value }
            return boolOfOther
        }
        set { self = .bool(newValue) }
    }

    /// `boolValue` of what is no boolean.
    @inline(never) @usableFromInline
    var boolOfOther: Bool {
        switch self {
        case .number(let number): number != 0
        case .string(let text): ["true", "y", "t", "yes", "1"].contains(text.lowercased())
        default: false
        }
    }

    /// The string, with its escapes decoded; nil for everything else. Setting nil stores null.
    public var string: String? {
        @inlinable
        get {
            if case .string(let value) = self { return value }
            return nil
        }
        set { set(newValue) }
        _modify { yield &self[read: string] }
    }

    /// The string; a number's text; `true` or `false`; an empty string otherwise.
    public var stringValue: String {
        @inlinable
        get {
            if case .string(let text) = self { return text }
            return textOfOther
        }
        set { self = .string(newValue) }
    }

    /// `stringValue` of what is no string.
    @inline(never) @usableFromInline
    var textOfOther: String {
        switch self {
        case .number(let number): number.shownText
        case .bool(let value): value ? "true" : "false"
        default: ""
        }
    }

    /// What was read, to be changed; it is stored if it was.
    private subscript<Value: JSONRepresentable & Equatable>(read value: Value?) -> Value? {
        get { value }
        _modify {
            var changed = value
            defer { if changed != value { set(changed) } }
            yield &changed
        }
    }

    /// Stores the value, or null for nil.
    private mutating func set(_ value: (some JSONRepresentable)?) {
        if let value { self = value.json } else { self = .null }
    }

    // MARK: Numbers

    /// The number or, as 1 and 0, the boolean.
    var numberOrBool: JSONNumber? {
        switch self {
        case .number(let number): number
        case .bool(let value): JSONNumber(value ? 1 : 0)
        default: nil
        }
    }

    /// The number, the boolean as 1 or 0, the number that a string begins with; 0 otherwise.
    var numberOrZero: JSONNumber {
        if case .string(let text) = self { return JSONNumber(prefixOf: text) ?? 0 }
        return numberOrBool ?? 0
    }

    /// The nearest double; true and false are 1 and 0; nil for everything else, and for a number beyond `Double`'s range.
    public var double: Double? {
        @inlinable
        get {
            if case .number(let number) = self {
                switch number.storage {
                case .decimal(let decimal): return decimal.nearestDouble
                case .int(let value): return Double(value)
                default: break
                }
            }
            return doubleOfOther
        }
        set { set(newValue) }
        _modify { yield &self[read: double] }
    }

    /// The nearest double, also of the number that a string begins with; infinite beyond `Double`'s range; 0 otherwise.
    public var doubleValue: Double {
        @inlinable
        get {
            if case .number(let number) = self {
                switch number.storage {
                case .decimal(let decimal): return decimal.nearestDouble
                case .int(let value): return Double(value)
                default: break
                }
            }
            return doubleOrZeroOfOther
        }
        set { set(newValue) }
    }

    /// `double` of what is no usual number.
    @inline(never) @usableFromInline
    var doubleOfOther: Double? {
        guard let number = numberOrBool else { return nil }
        let value = number.doubleValue
        return value.isFinite || !number.isFinite ? value : nil
    }

    /// `doubleValue` of what is no usual number.
    @inline(never) @usableFromInline
    var doubleOrZeroOfOther: Double {
        switch self {
        case .number(let number): number.doubleValue
        default: numberOrZero.doubleValue
        }
    }

    /// The nearest float; nil where `double` is. Setting stores the shortest digits that read back as the same float.
    public var float: Float? {
        get { double.map { Float($0) } }
        set { set(newValue) }
        _modify { yield &self[read: float] }
    }

    /// The nearest float, also of the number that a string begins with; 0 otherwise.
    public var floatValue: Float {
        get { Float(doubleValue) }
        set { set(newValue) }
    }

    /// The number without its fraction, modulo the range of `Integer`.
    @inline(__always)
    private func truncated<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
        if case .number(let number) = self, case .int(let value) = number.storage {
            return Integer(truncatingIfNeeded: value)
        }
        return truncatedOther()
    }

    @inline(never)
    private func truncatedOther<Integer: FixedWidthInteger>() -> Integer? {
        numberOrBool.map { $0.truncated() }
    }

    @inline(__always)
    private func truncatedOrZero<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer {
        if case .number(let number) = self, case .int(let value) = number.storage {
            return Integer(truncatingIfNeeded: value)
        }
        return truncatedOtherOrZero()
    }

    @inline(never)
    private func truncatedOtherOrZero<Integer: FixedWidthInteger>() -> Integer {
        if case .number(let number) = self { return number.truncated() }
        return numberOrZero.truncated()
    }

    /// The number without its fraction; true and false are 1 and 0; nil for everything else.
    ///
    /// A number beyond the type's range wraps around as `NSNumber` does it, one beyond 64 bits is the nearest limit of
    /// the type; `JSONNumber.exactly(_:)` gives nil instead.
    public var int: Int? {
        @inlinable
        get {
            if case .number(let number) = self, case .int(let value) = number.storage {
                return Int(truncatingIfNeeded: value)
            }
            return intOfOther
        }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `int`, also of the number that a string begins with; 0 otherwise.
    public var intValue: Int {
        @inlinable
        get {
            if case .number(let number) = self, case .int(let value) = number.storage {
                return Int(truncatingIfNeeded: value)
            }
            return intOrZeroOfOther
        }
        set { set(newValue) }
    }

    /// `int` of what is no integer of 64 bits.
    @inline(never) @usableFromInline
    var intOfOther: Int? { truncatedOther() }

    /// `intValue` of what is no integer of 64 bits.
    @inline(never) @usableFromInline
    var intOrZeroOfOther: Int { truncatedOtherOrZero() }

    /// As `int`.
    public var uInt: UInt? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var uIntValue: UInt {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var int8: Int8? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var int8Value: Int8 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var uInt8: UInt8? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var uInt8Value: UInt8 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var int16: Int16? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var int16Value: Int16 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var uInt16: UInt16? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var uInt16Value: UInt16 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var int32: Int32? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var int32Value: Int32 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var uInt32: UInt32? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var uInt32Value: UInt32 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var int64: Int64? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var int64Value: Int64 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    /// As `int`.
    public var uInt64: UInt64? {
        get { truncated() }
        set { set(newValue) }
        _modify { yield &self[read: truncated()] }
    }

    /// As `intValue`.
    public var uInt64Value: UInt64 {
        get { truncatedOrZero() }
        set { set(newValue) }
    }

    // MARK: Containers

    /// The elements as a Swift array; nil for everything else. Setting nil stores null.
    ///
    /// - Complexity: O(*n*): each element is made. `elements` is the view that makes none, and changes in place.
    public var array: [JSON]? {
        get { elements.map(Array.init) }
        set { set(newValue.map { JSONArray($0) }) }
        _modify {
            var array = array
            let exists = array != nil
            defer { if exists || array != nil { self.array = array } }
            yield &array
        }
    }

    /// The elements as a Swift array; empty for everything else.
    ///
    /// - Complexity: O(*n*).
    public var arrayValue: [JSON] { array ?? [] }

    /// The members as a Swift dictionary, which forgets their order; nil for everything else. Setting nil stores null,
    /// setting a dictionary puts its members in the order of their names.
    ///
    /// - Complexity: O(*n*): each member is made. `members` is the view that makes none, keeps the order, and changes in
    ///   place.
    public var dictionary: [String: JSON]? {
        get {
            guard let members else { return nil }
            var dictionary: [String: JSON] = [:]
            dictionary.reserveCapacity(members.count)
            for (key, value) in members where !members.firstMemberWins || dictionary[key] == nil {
                dictionary[key] = value
            }
            return dictionary
        }
        set { if let newValue { self = JSON(newValue) } else { self = .null } }
        _modify {
            var dictionary = dictionary
            let exists = dictionary != nil
            defer { if exists || dictionary != nil { self.dictionary = dictionary } }
            yield &dictionary
        }
    }

    /// The members as a Swift dictionary, which forgets their order; empty for everything else.
    ///
    /// - Complexity: O(*n*).
    public var dictionaryValue: [String: JSON] { dictionary ?? [:] }

    /// The array's elements, made as they are read; nil for everything else. Setting nil stores null.
    ///
    /// ```swift
    /// json["list"].elements?.append(5)
    /// json["list"].elements?.removeAll { $0 == 3 }
    /// ```
    public var elements: JSONArray? {
        get {
            if case .array(let array) = self { return array }
            return nil
        }
        set { set(newValue) }
        _modify {
            var elements: JSONArray?
            if case .array(let array) = self { elements = array }
            let exists = elements != nil
            // The reference in `self` must not count.
            if exists { self = .null }
            defer { if exists || elements != nil { set(elements) } }
            yield &elements
        }
    }

    /// The object's members in their order, made as they are read; nil for everything else. Setting nil stores null.
    ///
    /// ```swift
    /// json["user"].members?.removeValue(forKey: "password")
    /// ```
    public var members: JSONObject? {
        get {
            if case .object(let object) = self { return object }
            return nil
        }
        set { set(newValue) }
        _modify {
            var members: JSONObject?
            if case .object(let object) = self { members = object }
            let exists = members != nil
            // The reference in `self` must not count.
            if exists { self = .null }
            defer { if exists || members != nil { set(members) } }
            yield &members
        }
    }
}

extension JSONObject {
    /// Whether the first of several members with one name counts, instead of the last.
    var firstMemberWins: Bool {
        switch storage {
        case .view(let document, _): document.firstMemberWins
        case .owned(let storage): storage.firstMemberWins
        }
    }
}
