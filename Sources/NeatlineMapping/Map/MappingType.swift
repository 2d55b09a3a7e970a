/// The direction of a mapping.
public enum MappingType: Sendable {
    /// JSON is read into a model.
    case fromJSON
    /// A model is written as JSON.
    case toJSON
}
