/// A type of entities.
enum EntityType: String, CaseIterable, Sendable {
    case node
    case user
    case comment
    case term
    case file
    case nodeType
    case vocabulary
    case commentType
    case role

    /// Drupal's name, which is the first part of a resource type.
    var name: String {
        switch self {
        case .term: "taxonomy_term"
        case .nodeType: "node_type"
        case .vocabulary: "taxonomy_vocabulary"
        case .commentType: "comment_type"
        case .role: "user_role"
        case .node, .user, .comment, .file: rawValue
        }
    }

    /// Whether entities of the type have machine names in place of numbers, and a flat form in core REST.
    var isConfiguration: Bool {
        switch self {
        case .nodeType, .vocabulary, .commentType, .role: true
        case .node, .user, .comment, .term, .file: false
        }
    }

    /// Whether entities of the type have revisions, which are part of their URLs in JSON:API.
    var hasRevisions: Bool { self == .node || self == .term }

    /// The name of the field with the number.
    var identifierField: String {
        switch self {
        case .node: "nid"
        case .user: "uid"
        case .comment: "cid"
        case .term: "tid"
        case .file: "fid"
        case .nodeType, .vocabulary, .commentType, .role: "id"
        }
    }

    /// The name of the field with the number of the revision.
    var revisionField: String? {
        switch self {
        case .node: "vid"
        case .term: "revision_id"
        default: nil
        }
    }

    /// The name of the field with the bundle, if core REST requires it in bodies.
    var bundleField: String? {
        switch self {
        case .node: "type"
        case .term: "vid"
        case .comment: "comment_type"
        default: nil
        }
    }

    /// The name of the field that names an entity.
    var labelField: String {
        switch self {
        case .node: "title"
        case .comment: "subject"
        case .file: "filename"
        default: "name"
        }
    }

    /// The type of the entities that are the bundles of this one.
    var bundleType: EntityType? {
        switch self {
        case .node: .nodeType
        case .term: .vocabulary
        case .comment: .commentType
        default: nil
        }
    }

    /// The path of an entity in core REST; `nil` if there is no resource for the type.
    var corePath: String? {
        switch self {
        case .node: "/node/:id"
        case .user: "/user/:id"
        case .comment: "/comment/:id"
        case .term: "/taxonomy/term/:id"
        case .file: "/entity/file/:id"
        case .nodeType: "/entity/node_type/:id"
        case .vocabulary, .commentType, .role: nil
        }
    }

    /// The path to which core REST posts new entities.
    var coreCreationPath: String? {
        switch self {
        case .node: "/node"
        case .user: "/entity/user"
        case .comment: "/comment"
        case .term: "/taxonomy/term"
        default: nil
        }
    }

    /// The path of the page of an entity; `nil` if it has none.
    func pagePath(_ id: Int) -> String? {
        switch self {
        case .node: "/node/\(id)"
        case .user: "/user/\(id)"
        case .comment: "/comment/\(id)"
        case .term: "/taxonomy/term/\(id)"
        default: nil
        }
    }
}
