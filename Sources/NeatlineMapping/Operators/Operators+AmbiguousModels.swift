// Models that are raw-representable, or have a form of their own in JSON, as well: they count as models.

/// Maps a model.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout T, right: Map) where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes a model.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: T, right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps an optional model.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout T?, right: Map) where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes an optional model.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: T?, right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps an array of models.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout [T], right: Map) where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes an array of models.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: [T], right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps an optional array of models.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout [T]?, right: Map) where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes an optional array of models.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: [T]?, right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps a dictionary of models.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout [String: T], right: Map)
where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes a dictionary of models.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: [String: T], right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps an optional dictionary of models.
@inlinable
public func <- <T: BaseMappable & RawRepresentable>(left: inout [String: T]?, right: Map)
where T.RawValue: MappableValue {
    right.map(model: &left)
}

/// Writes an optional dictionary of models.
@inlinable
public func >>> <T: BaseMappable & RawRepresentable>(left: [String: T]?, right: Map) where T.RawValue: MappableValue {
    right.write(model: left)
}

/// Maps a model.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout T, right: Map) {
    right.map(model: &left)
}

/// Writes a model.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: T, right: Map) {
    right.write(model: left)
}

/// Maps an optional model.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout T?, right: Map) {
    right.map(model: &left)
}

/// Writes an optional model.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: T?, right: Map) {
    right.write(model: left)
}

/// Maps an array of models.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout [T], right: Map) {
    right.map(model: &left)
}

/// Writes an array of models.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: [T], right: Map) {
    right.write(model: left)
}

/// Maps an optional array of models.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout [T]?, right: Map) {
    right.map(model: &left)
}

/// Writes an optional array of models.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: [T]?, right: Map) {
    right.write(model: left)
}

/// Maps a dictionary of models.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout [String: T], right: Map) {
    right.map(model: &left)
}

/// Writes a dictionary of models.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: [String: T], right: Map) {
    right.write(model: left)
}

/// Maps an optional dictionary of models.
@inlinable
public func <- <T: BaseMappable & MappableValue>(left: inout [String: T]?, right: Map) {
    right.map(model: &left)
}

/// Writes an optional dictionary of models.
@inlinable
public func >>> <T: BaseMappable & MappableValue>(left: [String: T]?, right: Map) {
    right.write(model: left)
}

extension Map {
    @inlinable
    func map<T: BaseMappable>(model: inout T) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: T) { model >>> self }

    @inlinable
    func map<T: BaseMappable>(model: inout T?) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: T?) { model >>> self }

    @inlinable
    func map<T: BaseMappable>(model: inout [T]) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: [T]) { model >>> self }

    @inlinable
    func map<T: BaseMappable>(model: inout [T]?) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: [T]?) { model >>> self }

    @inlinable
    func map<T: BaseMappable>(model: inout [String: T]) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: [String: T]) { model >>> self }

    @inlinable
    func map<T: BaseMappable>(model: inout [String: T]?) { model <- self }

    @inlinable
    func write<T: BaseMappable>(model: [String: T]?) { model >>> self }
}
