public import NeatlineJSON
public import NeatlineMapping

extension BaseMappable {
    /// What has changed from this model to another, as a JSON Merge Patch (RFC 7396).
    ///
    /// Members that are the same in both are left out; those that are only in this one, or null in the other, are null.
    /// Objects are compared member by member, arrays as wholes. Models that are the same give an empty object.
    ///
    /// - Throws: `MappingError` if a value has no form in JSON.
    public func mergePatch(to other: Self) throws -> JSON {
        let mapper = Mapper<Self>()
        // What a patch does to an empty object leaves out null, which it cannot say of a member.
        let nothing = JSON.object(JSONObject())
        let old = nothing.applyingMergePatch(try mapper.written(self))
        let new = nothing.applyingMergePatch(try mapper.written(other))
        return try old.mergePatch(to: new)
    }
}

extension Mapper {
    /// The model as a value.
    ///
    /// - Throws: `MappingError` if a value has no form in JSON.
    func written(_ model: N) throws -> JSON {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        return try JSON(parsing: try tryToJSONBytes(model), options: options)
    }
}
