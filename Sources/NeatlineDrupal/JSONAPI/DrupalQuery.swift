/// The parameters of a JSON:API request: which resources, in which order, and which of their fields.
///
/// ```swift
/// let query = DrupalQuery(
///     filter: .where("status", true) && .where("title", .contains, "alpine"),
///     sort: [.descending("created"), .ascending("title")],
///     include: ["uid", "field_tags"], fields: ["node--article": ["title", "uid", "field_tags"]], limit: 10)
/// ```
public struct DrupalQuery: Sendable {
    /// The condition; `nil` for all resources.
    public var filter: DrupalFilter?
    /// The order; the first criterion is the most important one.
    public var sort: [DrupalSort]
    /// The relationships whose resources are in the response. A path such as `uid.user_picture` leads over several.
    public var include: [String]
    /// The attributes and relationships of each type; a type that is missing here has all of them.
    public var fields: [String: [String]]
    /// The number of resources on a page: at most 50, which Drupal also uses for greater numbers; `nil` for 50.
    public var limit: Int?
    /// The number of resources before the first page; `nil` for none.
    public var offset: Int?
    /// Other parameters, such as `resourceVersion`.
    public var parameters: [String: String]

    /// Creates parameters; by default all resources are returned, in no particular order.
    ///
    /// - Parameters:
    ///   - filter: The condition.
    ///   - sort: The order.
    ///   - include: The relationships whose resources are in the response.
    ///   - fields: The attributes and relationships of each type.
    ///   - limit: The number of resources on a page.
    ///   - offset: The number of resources before the first page.
    ///   - parameters: Other parameters.
    public init(
        filter: DrupalFilter? = nil, sort: [DrupalSort] = [], include: [String] = [], fields: [String: [String]] = [:],
        limit: Int? = nil, offset: Int? = nil, parameters: [String: String] = [:]
    ) {
        self.filter = filter
        self.sort = sort
        self.include = include
        self.fields = fields
        self.limit = limit
        self.offset = offset
        self.parameters = parameters
    }

    /// The names and values of the query, without percent-encoding, in a fixed order.
    public var items: [(name: String, value: String)] {
        var items = filter?.items ?? []
        if !sort.isEmpty { items.append(("sort", sort.map(\.text).joined(separator: ","))) }
        if !include.isEmpty { items.append(("include", include.joined(separator: ","))) }
        for (type, names) in fields.sorted(by: { $0.key < $1.key }) {
            items.append(("fields[\(type)]", names.joined(separator: ",")))
        }
        if let offset { items.append(("page[offset]", "\(offset)")) }
        if let limit { items.append(("page[limit]", "\(limit)")) }
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) { items.append((name, value)) }
        return items
    }
}

/// A criterion of an order.
public struct DrupalSort: Sendable, Hashable {
    /// The path of the field, for example `title` or `uid.name`.
    public var path: String
    /// Whether greater values come first.
    public var isDescending: Bool

    /// Creates a criterion, ascending by default.
    ///
    /// - Parameters:
    ///   - path: The path of the field.
    ///   - isDescending: Whether greater values come first.
    public init(_ path: String, isDescending: Bool = false) {
        self.path = path
        self.isDescending = isDescending
    }

    /// Returns a criterion by which smaller values come first.
    public static func ascending(_ path: String) -> DrupalSort { DrupalSort(path) }

    /// Returns a criterion by which greater values come first.
    public static func descending(_ path: String) -> DrupalSort { DrupalSort(path, isDescending: true) }

    var text: String { (isDescending ? "-" : "") + path }
}
