internal import NeatlineJSON

// Collections of JSON:API: filters, sorting and pages.

extension SiteState {
    /// Returns a page of a collection.
    ///
    /// Without a filter, the page is taken from all entities, and those that the viewer may not see are left out
    /// afterwards: a page may be short, and yet have a next one. With a filter they are left out before, as in Drupal.
    func collection(_ call: Call) throws -> Reply {
        let query = call.request.query
        try checkParameters(of: call.request)
        var document = ResourceDocument(self, call)
        guard let type = ResourceType(call.parameters) else { return .json(document.document(.array([]))) }
        let filter = try ResourceFilter(query["filter"], of: type, in: self)
        let sorting = try sorting(query["sort"], of: type)
        let page = try page(query["page"])
        _ = try document.included(with: [], of: type)

        var entities = content.all(type.type).filter { $0.bundle == type.bundle }
        func isShown(_ entity: Entity) -> Bool { type.type == .user || mayView(entity, call.viewer) }
        if !filter.isEmpty {
            entities = entities.filter { isShown($0) && filter.includes($0, in: self, for: call.viewer) }
        }
        sort(&entities, by: sorting, call.viewer)
        let rest = entities.dropFirst(page.offset)
        var shown: [Entity] = []
        for entity in rest.prefix(page.limit) {
            if isShown(entity) { shown.append(entity) } else { document.omit(entity) }
        }
        let data = shown.map { document.resource($0) }
        let included = try document.included(with: shown, of: type)

        var links = JSONObject()
        func link(_ name: String, _ offset: Int) {
            let text = query.with(offset: offset, limit: page.limit).text(sorted: false)
            links[name] = ["href": "\(call.request.base)\(call.request.encodedPath)?\(text)"]
        }
        if page.offset > 0 { link("first", 0) }
        if rest.count > page.limit { link("next", page.offset + page.limit) }
        if page.offset > 0 { link("prev", max(0, page.offset - page.limit)) }
        return .json(document.document(JSON(data), included: included, links: links))
    }

    /// Checks the names of the parameters.
    ///
    /// - Throws: ``SiteError`` with status 400 for a name that JSON:API reserves and does not have.
    func checkParameters(of request: SiteRequest) throws {
        let known: Set<String> = ["filter", "sort", "page", "fields", "include"]
        let unknown = request.query.members.map(\.key).filter { name in
            !known.contains(name) && name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
        }
        if unknown.isEmpty { return }
        let information = "http://jsonapi.org/format/#query-parameters"
        var error = SiteError.badRequest("JSON:API has no parameter \(unknown.joined(separator: ", ")).")
        error.headers = [("Link", information)]
        error.information = information
        throw error
    }

    private func page(_ parameter: JSON?) throws -> (offset: Int, limit: Int) {
        let limit = max(1, settings.pageLimit)
        guard let parameter else { return (0, limit) }
        guard let members = parameter.members else { throw SiteError.badRequest("The parameter page takes an array.") }
        let offset = members["offset"]?.string.flatMap { Int($0) } ?? 0
        let wanted = members["limit"]?.string.flatMap { Int($0) } ?? limit
        // The next page's offset must not overflow.
        return (max(0, min(offset, .max / 2)), wanted > 0 ? min(wanted, limit) : limit)
    }

    // MARK: Sorting

    private typealias Sorting = [(path: FieldPath, isDescending: Bool)]

    private func sorting(_ parameter: JSON?, of type: ResourceType) throws -> Sorting {
        guard let parameter else { return [] }
        if let entries = parameter.members {
            return try entries.map { _, entry in
                let path = entry["path"].string ?? entry.stringValue
                return (
                    try FieldPath(path, of: type, in: self), entry["direction"].stringValue.uppercased() == "DESC"
                )
            }
        }
        return try parameter.stringValue.split(separator: ",").map { name in
            let isDescending = name.hasPrefix("-")
            return (try FieldPath(String(isDescending ? name.dropFirst() : name), of: type, in: self), isDescending)
        }
    }

    private func sort(_ entities: inout [Entity], by sorting: Sorting, _ viewer: Viewer) {
        if sorting.isEmpty { return }
        let keyed = entities.enumerated().map { index, entity in
            let keys = sorting.map { path, _ in
                path.values(of: entity, in: self, for: viewer)?.first.map { ComparedValue($0) }
            }
            return (index: index, keys: keys, entity: entity)
        }
        entities = keyed.sorted { a, b in
            for (number, (x, y)) in zip(a.keys, b.keys).enumerated() {
                // Missing values come first.
                let isLess = x.map { x in y.map { x.isLess(than: $0) } ?? false } ?? (y != nil)
                let isGreater = y.map { y in x.map { y.isLess(than: $0) } ?? false } ?? (x != nil)
                if isLess != isGreater { return sorting[number].isDescending ? isGreater : isLess }
            }
            return a.index < b.index
        }.map(\.entity)
    }
}
