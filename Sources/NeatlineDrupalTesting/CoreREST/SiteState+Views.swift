internal import NeatlineJSON

// The pages of views with a REST export.

extension SiteState {
    /// Returns a page of a view: an empty array after the last one.
    func exportView(_ view: StubDrupalView, _ call: Call) -> Reply {
        let query = call.request.query
        let title = (query.text("title") ?? "").lowercased()
        let nodes = content.all(.node).filter {
            $0.bundle == view.contentType && $0.isPublished && (title.isEmpty || $0.label.lowercased().contains(title))
        }
        let size = query.text("items_per_page").flatMap { Int($0) }.map { max(1, $0) } ?? view.itemsPerPage
        let page = max(0, query.text("page").flatMap { Int($0) } ?? 0)
        let (start, overflows) = page.multipliedReportingOverflow(by: size)
        let items = overflows ? [] : nodes.dropFirst(start).prefix(size)
        return .json(
            JSON(
                items.map { node in
                    view.style == .entities
                        ? shown(node, to: Viewer(), base: call.request.base) : viewFields(of: node)
                }))
    }

    private func viewFields(of node: Entity) -> JSON {
        let date = Self.date(node.value("created").int ?? 0)
        let title = XMLText.escaped(node.label)
        return .object([
            "nid": .string(String(node.id)),
            "title": .string("<a href=\"\(path(of: node) ?? "")\" hreflang=\"en\">\(title)</a>"),
            "created": .string("<time datetime=\"\(date)\">\(date.dropLast(5))0000</time>\n"),
            "body": node.value("body").string.map { .string($0) } ?? "",
        ])
    }
}
