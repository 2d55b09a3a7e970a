/// The definition of a field.
struct Field: Sendable {
    enum Kind: Sendable, Equatable {
        case uuid
        case text(limit: Int)
        case integer
        case boolean
        /// Seconds since 1970, shown as a date.
        case time
        case formattedText(hasSummary: Bool)
        case reference(EntityType)
        /// A reference to a file, with the properties of an image.
        case image
        case path
        case commentStatistics
        case uri
        /// A password, which is written and never read.
        case password
    }

    /// Who may read a field, or write it.
    enum Group: Sendable {
        case all
        /// Those who may edit the entity.
        case editors
        case administrators
        case none
    }

    let name: String
    let kind: Kind
    /// The name in JSON:API.
    let apiName: String
    var isMultiple = false
    var isRequired = false
    var readers = Group.all
    var writers = Group.editors

    init(
        _ name: String, _ kind: Kind, apiName: String? = nil, isMultiple: Bool = false, isRequired: Bool = false,
        readers: Group = .all, writers: Group = .editors
    ) {
        self.name = name
        self.kind = kind
        self.apiName = apiName ?? name
        self.isMultiple = isMultiple
        self.isRequired = isRequired
        self.readers = readers
        self.writers = writers
    }

    /// The type of the entities that the field refers to.
    var target: EntityType? {
        switch kind {
        case .reference(let type): type
        case .image: .file
        default: nil
        }
    }

    var isAttribute: Bool { target == nil && kind != .uuid && kind != .password }

    /// Whether JSON:API shows the only property of an item in place of the item.
    var isScalar: Bool {
        switch kind {
        case .uuid, .text, .integer, .boolean, .time: true
        default: false
        }
    }
}

// The fields in the order of Drupal's output.
extension Field {
    /// Returns the fields of a type.
    static func fields(of type: EntityType, bundle: String) -> [Field] {
        switch type {
        case .node: bundle == "article" ? article : node
        case .user: user
        case .comment: comment
        case .term: term
        case .file: file
        case .nodeType: nodeType
        case .vocabulary, .commentType, .role: configuration
        }
    }

    private static func identifier(_ name: String) -> Field {
        Field(name, .integer, apiName: "drupal_internal__" + name, writers: .none)
    }

    private static let uuid = Field("uuid", .uuid, writers: .none)
    private static let language = Field("langcode", .text(limit: 12))
    private static let isDefaultLanguage = Field("default_langcode", .boolean)
    private static let isAffected = Field("revision_translation_affected", .boolean)
    private static let created = Field("created", .time, writers: .administrators)
    private static let changed = Field("changed", .time)
    private static let author = Field("uid", .reference(.user), writers: .administrators)
    private static let alias = Field("path", .path)
    private static let body = Field("body", .formattedText(hasSummary: true))

    private static let node: [Field] = [
        identifier("nid"), uuid, identifier("vid"), language,
        Field("type", .reference(.nodeType), apiName: "node_type", writers: .none),
        Field("revision_timestamp", .time, writers: .none),
        Field("revision_uid", .reference(.user), writers: .none),
        Field("revision_log", .text(limit: .max), readers: .editors),
        Field("status", .boolean, writers: .administrators), author,
        Field("title", .text(limit: 255), isRequired: true), created, changed,
        Field("promote", .boolean, writers: .administrators), Field("sticky", .boolean, writers: .administrators),
        isDefaultLanguage, isAffected, alias, body,
    ]

    private static let article =
        node + [
            Field("comment", .commentStatistics, writers: .administrators), Field("field_image", .image),
            Field("field_tags", .reference(.term), isMultiple: true),
        ]

    private static let user: [Field] = [
        identifier("uid"), uuid, language,
        Field("preferred_langcode", .text(limit: 12), readers: .editors),
        Field("preferred_admin_langcode", .text(limit: 12), readers: .editors),
        Field("name", .text(limit: 60), isRequired: true, writers: .administrators),
        Field("pass", .password, readers: .none),
        Field("mail", .text(limit: 254), isRequired: true, readers: .editors),
        Field("timezone", .text(limit: 32), readers: .editors),
        Field("status", .boolean, readers: .administrators, writers: .administrators),
        Field("created", .time, writers: .administrators), changed,
        Field("access", .time, readers: .administrators, writers: .none),
        Field("login", .time, readers: .administrators, writers: .none),
        Field("init", .text(limit: 254), readers: .administrators, writers: .none),
        Field("roles", .reference(.role), isMultiple: true, readers: .administrators, writers: .administrators),
        isDefaultLanguage, Field("user_picture", .image),
    ]

    private static let comment: [Field] = [
        identifier("cid"), uuid, language, Field("comment_type", .reference(.commentType), writers: .none),
        Field("status", .boolean, writers: .administrators), author, Field("pid", .reference(.comment)),
        Field("entity_id", .reference(.node), isRequired: true), Field("subject", .text(limit: 64)),
        Field("name", .text(limit: 60)), Field("homepage", .text(limit: 255)), created, changed,
        Field("thread", .text(limit: 255), writers: .none), Field("entity_type", .text(limit: 32), isRequired: true),
        Field("field_name", .text(limit: 32), isRequired: true), isDefaultLanguage,
        Field("comment_body", .formattedText(hasSummary: false), isRequired: true),
    ]

    private static let term: [Field] = [
        identifier("tid"), uuid, identifier("revision_id"), language,
        Field("vid", .reference(.vocabulary), writers: .none), Field("revision_created", .time, writers: .none),
        Field("revision_user", .reference(.user), writers: .none),
        Field("revision_log_message", .text(limit: .max), readers: .editors), Field("status", .boolean),
        Field("name", .text(limit: 255), isRequired: true), Field("description", .formattedText(hasSummary: false)),
        Field("weight", .integer), Field("parent", .reference(.term), isMultiple: true), changed, isDefaultLanguage,
        isAffected, alias,
    ]

    private static let file: [Field] = [
        identifier("fid"), uuid, language, author, Field("filename", .text(limit: 255)),
        Field("uri", .uri, writers: .none), Field("filemime", .text(limit: 255), writers: .none),
        Field("filesize", .integer, writers: .none), Field("status", .boolean, writers: .none),
        Field("created", .time, writers: .none), Field("changed", .time, writers: .none),
    ]

    private static let configuration: [Field] = [
        uuid, language, Field("status", .boolean), Field("name", .text(limit: 255)),
        Field("type", .text(limit: 32), apiName: "drupal_internal__id"),
    ]

    private static let nodeType: [Field] = [
        uuid, language, Field("status", .boolean), Field("name", .text(limit: 255)),
        Field("type", .text(limit: 32), apiName: "drupal_internal__type"),
        Field("description", .text(limit: .max)), Field("new_revision", .boolean), Field("preview_mode", .integer),
        Field("display_submitted", .boolean),
    ]
}
