public import NeatlineJSON
public import NeatlineMapping

// The difference of two models as a JSON Merge Patch (RFC 7396).

extension BaseMappable {
    /// Returns the changes from this model to another as a JSON Merge Patch (RFC 7396).
    ///
    /// Members that are equal in both are omitted; those that only this model has, or that are null in the other, are
    /// null. Objects are compared by member, arrays as a whole. For equal models the patch is an empty object.
    ///
    /// - Parameter other: The changed model.
    /// - Returns: The patch.
    ///
    /// - Throws: `MappingError` if a value cannot be represented in JSON.
    public func mergePatch(to other: Self) throws -> JSON {
        let mapper = Mapper<Self>()
        // Applying a patch to an empty object removes nulls, which a patch cannot represent as values.
        let nothing = JSON.object(JSONObject())
        let old = nothing.applyingMergePatch(try mapper.written(self))
        let new = nothing.applyingMergePatch(try mapper.written(other))
        return try old.mergePatch(to: new)
    }
}

extension Mapper {
    /// Returns the model as JSON.
    ///
    /// - Throws: `MappingError` if a value cannot be represented in JSON.
    func written(_ model: N) throws -> JSON {
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        return try JSON(parsing: try tryToJSONBytes(model), options: options)
    }
}
