/// A type of entity and its paths in core REST.
///
/// ```swift
/// extension DrupalEntityType {
///     static let product = DrupalEntityType("commerce_product", path: "product", creationPath: "product")
/// }
/// ```
public struct DrupalEntityType: Sendable, Hashable, RawRepresentable {
    /// The machine name, for example `taxonomy_term`.
    public let rawValue: String
    /// The path of an entity, before its number.
    public let path: String
    /// The path after the number; empty for most types.
    public let suffix: String
    /// The path to which a new entity is posted.
    public let creationPath: String

    /// Creates a type that has no pages, so that its paths are `entity/<name>` and `entity/<name>/<number>`; for a type of
    /// Drupal core that has, such as `node`, its paths.
    ///
    /// - Parameter rawValue: The machine name.
    public init(rawValue: String) {
        self = Self.coreTypes.first { $0.rawValue == rawValue } ?? DrupalEntityType(rawValue)
    }

    /// Creates the type of a contributed or custom module.
    ///
    /// - Parameters:
    ///   - name: The machine name.
    ///   - path: The path of an entity, before its number; `nil` for `entity/<name>`.
    ///   - suffix: The path after the number.
    ///   - creationPath: The path to which a new entity is posted; `nil` for `entity/<name>`.
    public init(_ name: String, path: String? = nil, suffix: String = "", creationPath: String? = nil) {
        rawValue = name
        self.path = path ?? "entity/\(name)"
        self.suffix = suffix
        self.creationPath = creationPath ?? "entity/\(name)"
    }

    /// Content: nodes of any content type.
    public static let node = DrupalEntityType("node", path: "node", creationPath: "node")
    /// Comments on nodes and other entities.
    public static let comment = DrupalEntityType("comment", path: "comment", creationPath: "comment")
    /// User accounts; creating one needs permission.
    public static let user = DrupalEntityType("user", path: "user")
    /// Terms of vocabularies, such as tags.
    public static let taxonomyTerm = DrupalEntityType(
        "taxonomy_term", path: "taxonomy/term", creationPath: "taxonomy/term")
    /// Media, on a site whose media have no pages, as installed. With pages, their path has no suffix:
    /// `DrupalEntityType("media", path: "media")`.
    public static let media = DrupalEntityType("media", path: "media", suffix: "edit")
    /// Files. They are created by uploads.
    public static let file = DrupalEntityType("file")

    private static let coreTypes = [node, comment, user, taxonomyTerm, media, file]

    /// Returns the path of an entity.
    func path(of id: some CustomStringConvertible) -> DrupalPath {
        DrupalPath(path).appending("\(id)").appending(DrupalPath(suffix))
    }
}
