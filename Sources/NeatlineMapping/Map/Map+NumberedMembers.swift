// What the code that NeatlineMacros makes calls for numbered members. The functions of properties are specialized for each type, and
// not inlined for each property, which would be most of the code that a client compiles. Nothing of it is for other use.

/// What is read of a numbered member, for the error.
@usableFromInline
enum MemberForm {
    case value, rawValue, model
}

extension Map {
    /// Reads a member that has to fit.
    @inlinable
    @inline(__always)
    func required<T>(
        _ members: MappedMembers, _ number: Int, _ name: String, _ form: MemberForm, _ read: (ValueReader) throws -> T?
    ) throws -> T {
        let position = position(members, number, name)
        return try required(at: position, read) { refusal(of: name, at: position, since: $0, form, T.self) }
    }

    /// Reads a member that has to fit, unless it is absent or null.
    @inlinable
    @inline(__always)
    func ifPresent<T>(
        _ members: MappedMembers, _ number: Int, _ name: String, _ form: MemberForm, _ read: (ValueReader) throws -> T?
    ) throws -> T? {
        let position = position(members, number, name)
        return try ifPresent(at: position, read) { refusal(of: name, at: position, since: $0, form, T.self) }
    }

    /// The error that `value` throws for a numbered member which is absent or does not fit.
    @usableFromInline
    func refusal(of name: String, at position: Int, since count: Int, _ form: MemberForm, _ type: Any.Type) -> MapError
    {
        let field = Map(
            mapping, object: object, depth: depth, toObject: toObject, key: name, position: position, nesting: .member,
            delimiter: ".")
        switch form {
        case .value: return field.refusal(since: count, name, nil, castReason(type), nilReason: nil, type)
        case .rawValue: return field.refusal(since: count, name, nil, enumReason(type), nilReason: nil, type)
        case .model:
            return field.refusal(
                since: count, name, nil, modelReason(type), nilReason: nilReason(type), unwrapped(type))
        }
    }
}

// MARK: Constants

extension Map {
    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    public func _value<T: MappableValue>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T {
        if let value = T.valueOfAbsent, position(members, number, name) == 0 { return value }
        return try required(members, number, name, .value) { T.value(from: $0) }
    }

    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    public func _value<T: ModelForm>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T {
        try required(members, number, name, .model) { try T._readAll(from: $0, rethrowing: true) }
    }

    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    public func _value<T: ModelForm & MappableValue>(_ members: MappedMembers, _ number: Int, _ name: String) throws
        -> T
    {
        try required(members, number, name, .model) { try T._readAll(from: $0, rethrowing: true) }
    }

    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _value<T: RawRepresentable>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T
    where T.RawValue: MappableValue {
        try required(members, number, name, .rawValue) { $0.raw(T.self) }
    }

    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _value<T: PropertyContainer>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T
    where T.PropertyElement: RawRepresentable, T.PropertyElement.RawValue: MappableValue {
        try self[members, number, name].value(name)
    }

    /// Returns what `value` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _value<T>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T {
        try self[members, number, name].value(name)
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    public func _valueIfPresent<T: MappableValue>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T?
    {
        try ifPresent(members, number, name, .value) { T.value(from: $0) }
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    public func _valueIfPresent<T: ModelForm>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T? {
        try ifPresent(members, number, name, .model) { try T._readAll(from: $0, rethrowing: true) }
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    public func _valueIfPresent<T: ModelForm & MappableValue>(_ members: MappedMembers, _ number: Int, _ name: String)
        throws -> T?
    {
        try ifPresent(members, number, name, .model) { try T._readAll(from: $0, rethrowing: true) }
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _valueIfPresent<T: RawRepresentable>(_ members: MappedMembers, _ number: Int, _ name: String) throws
        -> T? where T.RawValue: MappableValue
    {
        try ifPresent(members, number, name, .rawValue) { $0.raw(T.self) }
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _valueIfPresent<T: PropertyContainer>(_ members: MappedMembers, _ number: Int, _ name: String) throws
        -> T?
    where T.PropertyElement: RawRepresentable, T.PropertyElement.RawValue: MappableValue {
        try self[members, number, name].valueIfPresent(name)
    }

    /// Returns what `valueIfPresent` returns.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _valueIfPresent<T>(_ members: MappedMembers, _ number: Int, _ name: String) throws -> T? {
        try self[members, number, name].valueIfPresent(name)
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    public func _write<T: MappableValue>(_ value: T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value >>> self[members, number, name]
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    public func _write<T: ModelForm>(_ value: T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value >>> self[members, number, name]
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    public func _write<T: ModelForm & MappableValue>(
        _ value: T?, _ members: MappedMembers, _ number: Int, _ name: String
    ) {
        value >>> self[members, number, name]
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _write<T: RawRepresentable>(_ value: T?, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.RawValue: MappableValue {
        value >>> self[members, number, name]
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _write<T: PropertyContainer>(_ value: T?, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.PropertyElement: RawRepresentable, T.PropertyElement.RawValue: MappableValue {
        value >>> self[members, number, name]
    }

    /// Writes what `>>>` writes.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _write<T>(_ value: T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value >>> self[members, number, name]
    }
}

// MARK: Variables

extension Map {
    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: MappableValue>(_ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: MappableValue>(_ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm>(_ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm>(_ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm & MappableValue>(
        _ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String
    ) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm & MappableValue>(
        _ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String
    ) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T: RawRepresentable>(_ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.RawValue: MappableValue {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T: PropertyContainer>(_ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.PropertyElement: RawRepresentable, T.PropertyElement.RawValue: MappableValue {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T>(_ value: inout T, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T: RawRepresentable>(_ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.RawValue: MappableValue {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T: PropertyContainer>(_ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String)
    where T.PropertyElement: RawRepresentable, T.PropertyElement.RawValue: MappableValue {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T>(_ value: inout T?, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map(_ value: inout Any, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map(_ value: inout AnyObject, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: MappableValue>(
        _ value: inout Presence<T>, _ members: MappedMembers, _ number: Int, _ name: String
    ) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T: RawRepresentable>(
        _ value: inout Presence<T>, _ members: MappedMembers, _ number: Int, _ name: String
    ) where T.RawValue: MappableValue {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm>(_ value: inout Presence<T>, _ members: MappedMembers, _ number: Int, _ name: String)
    {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    public func _map<T: ModelForm & MappableValue>(
        _ value: inout Presence<T>, _ members: MappedMembers, _ number: Int, _ name: String
    ) {
        value <- self[members, number, name]
    }

    /// Does what `<-` does.
    @inlinable
    @inline(never)
    @_disfavoredOverload
    public func _map<T>(_ value: inout Presence<T>, _ members: MappedMembers, _ number: Int, _ name: String) {
        value <- self[members, number, name]
    }
}
