public import Foundation
internal import NeatlineFoundation
internal import NeatlineSystem
public import NeatlineJSON

/// A response of JSON:API: one resource or a page of them, and the resources that it includes.
public struct DrupalDocument: Sendable {
    /// The resources: those of the page, or one, or none.
    public let resources: [DrupalResource]
    /// The URL of the next page; `nil` after the last one. A page may have fewer resources than its limit, even none, and
    /// still have a next one.
    public let next: URL?
    /// The whole document, as it was received.
    public let json: JSON
    private let url: URL?
    /// The method and path of the request.
    let request: String?

    /// The resource of a document with one; the first one of a page.
    public var resource: DrupalResource? { resources.first }

    /// The URLs of the resources that were left out because the account may not see them, from `meta.omitted`.
    public var omitted: [URL] {
        (json["meta", "omitted", "links"].members ?? [:]).compactMap { name, link in
            name == "help" ? nil : link["href"].string.flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
        }
    }

    /// Reads a document.
    ///
    /// - Throws: `DrupalError` with the reason `unreadableBody` if it has no `data`, or something else in it than a resource,
    ///   an array or null.
    init(_ response: DrupalResponse) throws {
        json = response.json
        url = response.url
        request = response.request
        guard json.type == .dictionary else { throw DrupalError(in: response) }
        let included = IncludedResources(json)
        let data = json["data"]
        let objects: [JSON]
        switch data.type {
        case .array: objects = data.arrayValue
        case .dictionary: objects = [data]
        case .null where data.exists(): objects = []
        default: throw DrupalError(in: response)
        }
        resources = objects.compactMap { DrupalResource($0, in: included) }
        let link = json["links", "next"]
        next = (link["href"].string ?? link.string).flatMap { URL(string: $0, relativeTo: response.url)?.absoluteURL }
    }
}

/// The resources of a document by their identities. The index is created when it is first used.
final class IncludedResources: Sendable {
    private struct Key: Hashable {
        var type: String
        var id: String
    }

    private let json: JSON
    private let index = Locked<[Key: JSON]?>(nil)

    init(_ document: JSON) { json = document }

    /// Returns a resource of `included` or `data`.
    func resource(_ id: DrupalResourceID) -> DrupalResource? {
        let found = index.withLock { index in
            let known = index ?? created()
            index = known
            return known[Key(type: id.type.name, id: id.id)]
        }
        return found.flatMap { DrupalResource($0, in: self) }
    }

    private func created() -> [Key: JSON] {
        var index: [Key: JSON] = [:]
        let data = json["data"]
        for list in [data.elements, data.type == .dictionary ? [data] : nil, json["included"].elements] {
            for resource in list ?? [] {
                guard let type = resource["type"].string, let id = resource["id"].string else { continue }
                index[Key(type: type, id: id)] = resource
            }
        }
        return index
    }
}

/// Writes resources as objects with their included resources.
///
/// A document can be small and refer to the same resource very often, so the number of expanded resources is limited.
struct Flattening {
    let included: IncludedResources
    private var ancestors: Set<String> = []
    private var remaining = 10_000

    init(included: IncludedResources) { self.included = included }

    /// Returns the object of a resource. The recursion is as deep as there are different resources in a chain, at most 64.
    mutating func object(_ resource: DrupalResource) -> JSON {
        ancestors.insert(resource.id)
        defer { ancestors.remove(resource.id) }
        var members = JSONObject(resource.attributes.members ?? [:])
        members["type"] = .string(resource.type.name)
        members["id"] = .string(resource.id)
        for (name, relationship) in resource.json["relationships"].members ?? [:] {
            let data = relationship["data"]
            switch data.type {
            case .array: members[name] = .array(JSONArray(data.arrayValue.map { target($0) }))
            case .dictionary: members[name] = target(data)
            default: members[name] = .null
            }
        }
        return .object(members)
    }

    private mutating func target(_ reference: JSON) -> JSON {
        guard remaining > 0, ancestors.count < 64, let id = DrupalResourceID(reference), !ancestors.contains(id.id),
            let resource = included.resource(id)
        else { return reference }
        remaining -= 1
        return object(resource)
    }
}
