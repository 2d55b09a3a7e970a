import NeatlineFoundation

extension _Macro {
    /// Reads a model whose members are those of the object.
    public static func flat<Model: BaseMappable>(_ map: Map) throws -> Model {
        guard let part = map._part(), var model = try Model.instance(for: part) else {
            throw map._error(expected: "an object that \(Model.self) accepts")
        }
        model.mapping(map: part)
        return model
    }

    /// Reads a model whose members are those of the object; nil if it refuses them.
    public static func flatIfPresent<Model: BaseMappable>(_ map: Map) throws -> Model? {
        guard let part = map._part(), var model = try? Model.instance(for: part) else { return nil }
        model.mapping(map: part)
        return model
    }

    /// Maps a model whose members are those of the object; keeps it if it refuses them.
    public static func flat<Model: BaseMappable>(_ model: inout Model, _ map: Map) {
        if map.mappingType == .toJSON { return writeFlat(model, map) }
        if map.toObject { return update(&model, map) }
        do {
            model = try flat(map)
        } catch {
            map._fail(error, for: Model.self)
        }
    }

    /// Reads a model whose members are those of the object; nil if it refuses them.
    public static func flat<Model: BaseMappable>(_ model: inout Model?, _ map: Map) {
        if map.mappingType == .toJSON { return writeFlat(model, map) }
        if map.toObject, var existing = model {
            update(&existing, map)
            model = existing
            return
        }
        guard let part = map._part(), var new = try? Model.instance(for: part) else {
            model = nil
            return
        }
        new.mapping(map: part)
        model = new
    }

    /// Maps members into a model that exists, as into one in a member with a name.
    private static func update<Model: BaseMappable>(_ model: inout Model, _ map: Map) {
        if let part = map._part(updates: true) { model.mapping(map: part) }
    }

    /// Writes the members of a model into the object.
    public static func writeFlat<Model: BaseMappable>(_ model: Model?, _ map: Map) {
        guard var model, let part = map._part() else { return }
        model.mapping(map: part)
    }

    /// Replaces a value that exists, because an enum has no properties that could be updated one by one.
    public static func replace<Model: ImmutableMappable>(_ model: inout Model, _ map: Map) {
        // A new one has been read by its initializer.
        guard map.toObject else { return }
        do {
            model = try Model(map: map)
        } catch {
            map._fail(error, for: Model.self)
        }
    }
}
