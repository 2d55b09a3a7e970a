public import NeatlineMapping

/// The rows of a view, which are loaded as they are needed, without a user interface.
///
/// ```swift
/// let list = DrupalViewList<ArticleRow>(client: site, viewPath: "api/articles")
/// await list.load()
/// print(list.rows.count, list.hasMore)
/// ```
@MainActor
public final class DrupalViewList<Row: BaseMappable> {
    /// The rows that were loaded.
    public private(set) var rows: [Row] = []
    /// Whether rows are being loaded.
    public private(set) var isLoading = false
    /// Whether there may be more rows.
    public private(set) var hasMore = true
    /// The error of the last attempt to load rows; `nil` if it was successful. The rows from before remain.
    public private(set) var error: DrupalError?
    /// Called when rows were loaded, or an attempt has failed.
    public var didChange: () -> Void = {}

    private let client: DrupalClient
    private let path: String
    private let batch: Int
    private var iterator: DrupalSequence<Row>.AsyncIterator?

    /// Creates a list. Nothing is sent before ``load()``.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - viewPath: The path of a view with a REST export.
    ///   - batch: The number of rows that one call of ``load()`` adds at most.
    public init(client: DrupalClient, viewPath: String, batch: Int = 50) {
        self.client = client
        path = viewPath
        self.batch = max(batch, 1)
    }

    /// Loads more rows. Does nothing while rows are being loaded, and after the last one.
    ///
    /// After an error, the next call starts again at the first row.
    public func load() async {
        guard !isLoading, hasMore else { return }
        isLoading = true
        let isFirst = iterator == nil
        var source = iterator ?? client.viewRows(path, as: Row.self).makeAsyncIterator()
        iterator = nil
        var loaded: [Row] = []
        error = nil
        do {
            while loaded.count < batch {
                guard let row = try await source.next() else {
                    hasMore = false
                    break
                }
                loaded.append(row)
            }
            rows = isFirst ? loaded : rows + loaded
            iterator = source
        } catch {
            self.error = error as? DrupalError ?? DrupalError(.noResponse, underlyingError: error)
        }
        isLoading = false
        didChange()
    }

    /// Loads the first rows again, which replace all others when they have arrived. Does nothing while rows are being
    /// loaded.
    public func reload() async {
        guard !isLoading else { return }
        iterator = nil
        hasMore = true
        await load()
    }
}
