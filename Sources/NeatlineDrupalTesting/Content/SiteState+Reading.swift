internal import Foundation
internal import NeatlineJSON

// From stored items to the items of responses.

extension SiteState {
    /// Returns an item in the form of core REST, with its computed properties.
    func shownItem(_ item: JSON, of field: Field, in entity: Entity, base: String) -> JSON {
        guard var shown = item.members else { return item }
        let isBehindScript = base.hasSuffix(Self.script)
        switch field.kind {
        case .time:
            shown["value"] = .string(Self.date(shown["value"]?.int ?? 0))
            shown["format"] = "Y-m-d\\TH:i:sP"
        case .formattedText:
            let value = shown["value"] ?? .null
            shown["format"] = shown["format"] ?? .null
            shown["processed"] = .string(Self.processed(value.stringValue))
        case .reference(let type):
            guard let key = shown["target_id"], key != .null,
                let target = content.entity(type, key: key.stringValue)
            else { break }
            shown["target_type"] = .string(type.name)
            shown["target_uuid"] = .string(target.uuid)
            if let path = path(of: target) { shown["url"] = .string((isBehindScript ? Self.script : "") + path) }
        case .image:
            guard let file = content.entity(.file, key: shown["target_id"]?.stringValue ?? "") else { break }
            shown["target_type"] = "file"
            shown["target_uuid"] = .string(file.uuid)
            let origin = isBehindScript ? base.dropLast(Self.script.count) : base[...]
            shown["url"] = .string(origin + Self.fileURL(file))
        case .path:
            let alias = shown["alias"] ?? .null
            shown["pid"] = alias == .null ? .null : JSON(entity.id)
            shown["langcode"] = alias == .null ? "en" : "und"
        case .commentStatistics:
            shown.merge(statistics(of: entity)) { $1 }
        case .uri:
            shown["url"] = .string(Self.fileURL(entity))
        case .uuid, .text, .integer, .boolean, .password: break
        }
        return .object(shown)
    }

    /// Returns an entity as core REST shows it to a viewer.
    func shown(_ entity: Entity, to viewer: Viewer, base: String) -> JSON {
        if entity.type.isConfiguration { return configuration(entity) }
        var members: [(key: String, value: JSON)] = []
        for field in entity.resourceType.fields {
            if !mayRead(field, of: entity, viewer) { continue }
            if field.kind == .uuid {
                members.append(("uuid", JSON([.object(["value": .string(entity.uuid)])])))
            } else {
                let items = entity[field.name].map { shownItem($0, of: field, in: entity, base: base) }
                members.append((field.name, JSON(items)))
            }
        }
        return .object(JSONObject(members))
    }

    private func configuration(_ entity: Entity) -> JSON {
        .object([
            "uuid": .string(entity.uuid), "langcode": "en", "status": true, "dependencies": .array([]),
            "name": entity.value("name"), "type": entity.key, "description": entity.value("description"),
            "help": .null, "new_revision": true, "preview_mode": 1, "display_submitted": true,
        ])
    }

    /// Returns the alias of an entity, or the path of its page.
    func path(of entity: Entity) -> String? {
        entity["path"].first?["alias"].string ?? entity.type.pagePath(entity.id)
    }

    private func statistics(of node: Entity) -> JSONObject {
        let comments = content.all(.comment).filter { $0.target("entity_id").int == node.id }
        guard let last = comments.last else {
            return [
                "cid": 0, "last_comment_timestamp": node.value("created"), "last_comment_name": .null,
                "last_comment_uid": JSON(node.owner), "comment_count": 0,
            ]
        }
        return [
            "cid": JSON(last.id), "last_comment_timestamp": last.value("created"), "last_comment_name": "",
            "last_comment_uid": JSON(last.owner), "comment_count": JSON(comments.count),
        ]
    }

    /// Returns a text without the tags of scripts, which text formats remove.
    private static func processed(_ text: String) -> String {
        text.replacing("<script>", with: "").replacing("</script>", with: "")
    }

    // MARK: Files

    /// The script that the paths of a request may begin with, and those of the response do then.
    static let script = "/index.php"

    /// Where the web server has the files.
    static let filesPath = "/sites/default/files/"

    /// Returns the percent-encoded path of a file.
    static func fileURL(_ file: Entity) -> String {
        let path = file.value("uri").stringValue.replacing("public://", with: "")
        return filesPath + path.split(separator: "/").map { QueryTree.encoded(String($0)) }.joined(separator: "/")
    }

    /// Returns the contents of a file, which the web server sends without asking Drupal.
    func staticFile(_ path: String) throws -> Reply {
        guard let data = content.files[path] else { throw SiteError.notFound() }
        return Reply(body: .file(data, type: Self.mediaType(ofFile: path)), isStatic: true)
    }

    /// Returns the media type of a file by the extension of its name.
    static func mediaType(ofFile name: String) -> String {
        switch name.split(separator: ".").last?.lowercased() {
        case "png": "image/png"
        case "gif": "image/gif"
        case "jpg", "jpeg": "image/jpeg"
        case "webp": "image/webp"
        default: "application/octet-stream"
        }
    }

    /// Returns the size of a PNG image in pixels; `nil` for other files.
    func imageSize(of file: Entity) -> (width: Int, height: Int)? {
        let path = Self.filesPath + file.value("uri").stringValue.replacing("public://", with: "")
        guard let data = content.files[path], data.count >= 24, data.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
            return nil
        }
        func number(at offset: Int) -> Int { data.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
        return (number(at: 16), number(at: 20))
    }
}
