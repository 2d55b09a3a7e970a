internal import NeatlineJSON

/// The constants of JSON:API, and the names of the resource types.
enum JSONAPI {
    static let mediaType = "application/vnd.api+json"

    /// The member `jsonapi` of all documents.
    static let version: JSON = [
        "version": "1.0", "meta": ["links": ["self": ["href": "http://jsonapi.org/format/1.0/"]]],
    ]

    /// The resource types that a site has besides those with content; their collections are empty.
    static let otherTypes = [
        "action--action", "base_field_override--base_field_override", "block--block", "block_content--basic",
        "block_content_type--block_content_type", "contact_form--contact_form", "contact_message--feedback",
        "contact_message--personal", "date_format--date_format", "editor--editor",
        "entity_form_display--entity_form_display", "entity_form_mode--entity_form_mode",
        "entity_view_display--entity_view_display", "entity_view_mode--entity_view_mode",
        "field_config--field_config", "field_storage_config--field_storage_config", "filter_format--filter_format",
        "image_style--image_style", "menu--menu", "menu_link_content--menu_link_content", "path_alias--path_alias",
        "rest_resource_config--rest_resource_config", "search_page--search_page", "shortcut--default",
        "shortcut_set--shortcut_set", "view--view",
    ]

    static func isOtherType(_ parameters: [String: String]) -> Bool {
        otherTypes.contains("\(parameters["type"] ?? "")--\(parameters["bundle"] ?? "")")
    }

    /// Returns the title of errors with a status.
    static func title(of status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 409: "Conflict"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }

    /// Returns the URL that describes a status; `nil` for one that RFC 2616 does not have.
    static func informationURL(of status: Int) -> String? {
        guard status != 422, (400..<600).contains(status) else { return nil }
        let section = status < 500 ? "10.4.\(status - 399)" : "10.5.\(status - 499)"
        return "http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html#sec\(section)"
    }
}

extension SiteState {
    /// The resource types that have content.
    var resourceTypes: [ResourceType] {
        EntityType.allCases.flatMap { type -> [ResourceType] in
            guard let bundles = type.bundleType else { return [ResourceType(type: type, bundle: type.name)] }
            return content.all(bundles).map { ResourceType(type: type, bundle: $0.machineName ?? "") }
        }
    }

    func isResourceType(_ type: ResourceType) -> Bool {
        guard let bundles = type.type.bundleType else { return type.bundle == type.type.name }
        return content.entity(bundles, key: type.bundle) != nil
    }

    /// Lists the collections, and the account of the request in `meta.links.me`.
    func jsonAPIEntry(_ call: Call) -> Reply {
        let base = call.request.base + "/jsonapi"
        let names = (resourceTypes.map(\.name) + JSONAPI.otherTypes).sorted()
        var links = names.map { name in
            (key: name, value: JSON.object(["href": .string(base + "/" + name.replacing("--", with: "/"))]))
        }
        links.append((key: "self", value: .object(["href": .string(base)])))
        var document: JSONObject = ["jsonapi": JSONAPI.version, "data": .array([])]
        if call.viewer.isAuthenticated, let user = content.entity(.user, call.viewer.uid) {
            let me: JSON = .object([
                "meta": ["id": user.uuid], "href": .string("\(base)/user/user/\(user.uuid)"),
            ])
            document["meta"] = .object(["links": .object(["me": me])])
        }
        document["links"] = .object(JSONObject(links))
        return .json(.object(document))
    }
}
