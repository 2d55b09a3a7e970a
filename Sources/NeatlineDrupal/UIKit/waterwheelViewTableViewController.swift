#if canImport(UIKit) && !os(watchOS)
public import NeatlineMapping
public import UIKit

/// A table of the rows of a view, which are loaded as the table is scrolled. ``DrupalViewList`` is its state.
///
/// ```swift
/// let table = waterwheelViewTableViewController<ArticleRow, UITableViewCell>(viewPath: "api/articles") { cell, row in
///     cell.textLabel?.text = row.title
/// }
/// ```
open class waterwheelViewTableViewController<Row: Mappable, Cell: UITableViewCell>: UITableViewController {
    /// Called when a row is selected.
    public var didSelect: (_ row: Row) -> Void = { _ in }
    /// Called when rows were loaded: whether that was successful, and the error.
    public var didFinish: (_ success: Bool, _ error: NSError?) -> Void = { _, _ in }

    /// The rows that were loaded.
    public var rows: [Row] { list?.rows ?? [] }

    private let list: DrupalViewList<Row>?
    private let configure: (Cell, Row) -> Void

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - viewPath: The path of a view with a REST export.
    ///   - client: The client; `nil` for the site of ``waterwheel``.
    ///   - configure: Shows a row in a cell.
    public init(viewPath: String, client: DrupalClient? = nil, configure: @escaping (Cell, Row) -> Void) {
        list = (client ?? waterwheelManager.sharedInstance.client).map {
            DrupalViewList<Row>(client: $0, viewPath: viewPath)
        }
        self.configure = configure
        super.init(style: .plain)
    }

    /// Returns `nil`: the table cannot be created by a storyboard.
    public required init?(coder: NSCoder) { return nil }

    /// Loads the first rows.
    open override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(Cell.self, forCellReuseIdentifier: "row")
        list?.didChange = { [weak self] in self?.showRows() }
        load()
    }

    /// Loads more rows.
    open func load() {
        guard let list else { return }
        Task { await list.load() }
    }

    private func showRows() {
        tableView.reloadData()
        didFinish(list?.error == nil, list?.error.map { $0 as NSError })
    }

    open override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    open override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        if let cell = cell as? Cell { configure(cell, rows[indexPath.row]) }
        if indexPath.row == rows.count - 1, list?.hasMore ?? false, list?.error == nil { load() }
        return cell
    }

    open override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        didSelect(rows[indexPath.row])
    }
}
#endif
