internal import Foundation
internal import NeatlineJSON

// From the items of requests to stored items.

extension SiteState {
    /// New items of a field.
    struct Change {
        let field: Field
        let items: [JSON]
    }

    /// Returns the stored form of the items of a request; empty items are left out, as in Drupal.
    ///
    /// - Throws: ``SiteError`` with status 422 for a value that has a wrong type, and for an unknown UUID.
    func storedItems(_ items: [JSON], of field: Field) throws -> [JSON] {
        let stored = try items.compactMap { item -> JSON? in
            var members = item.members ?? [(field.target == nil ? "value" : "target_id"): item]
            for (name, value) in members where value.elements != nil || value.members != nil {
                // Computed properties of other modules are ignored, and so is what is nested in them.
                members[name] = nil
                if name == "value" || name == "target_id" {
                    throw SiteError.unprocessable("The field \(field.name) takes no nested values.")
                }
            }
            return try storedItem(members, of: field)
        }
        return field.isMultiple ? stored : Array(stored.prefix(1))
    }

    private func storedItem(_ item: JSONObject, of field: Field) throws -> JSON? {
        let value = item["value"] ?? .null
        switch field.kind {
        case .uuid, .text, .uri:
            return value.stringValue.isEmpty ? nil : ["value": value.stringValue]
        case .integer:
            return Self.integer(value).map { ["value": JSON($0)] }
        case .boolean:
            return value == .null ? nil : ["value": value.boolValue]
        case .time:
            if value == .null || value.string == "" { return nil }
            guard let seconds = Self.integer(value) ?? Self.seconds(fromDate: value.stringValue) else {
                throw SiteError.unprocessable("The field \(field.name) takes a date.")
            }
            return ["value": JSON(seconds)]
        case .formattedText(let hasSummary):
            if value.stringValue.isEmpty { return nil }
            var stored: JSONObject = ["value": .string(value.stringValue), "format": item["format"] ?? .null]
            if hasSummary { stored["summary"] = item["summary"] ?? .null }
            return .object(stored)
        case .reference(let type):
            return try reference(to: type, item).map { ["target_id": $0] }
        case .image:
            guard let key = try reference(to: .file, item) else { return nil }
            var stored: JSONObject = ["target_id": key]
            for name in ["alt", "title"] { stored[name] = item[name] ?? .null }
            let size = key.int.flatMap { content.entity(.file, $0) }.flatMap { imageSize(of: $0) }
            stored["width"] = item["width"] ?? size.map { JSON($0.width) } ?? .null
            stored["height"] = item["height"] ?? size.map { JSON($0.height) } ?? .null
            return .object(stored)
        case .path:
            return .object(["alias": item["alias"]?.string.map { .string($0) } ?? .null])
        case .commentStatistics:
            return ["status": JSON(item["status"]?.int ?? 2)]
        case .password:
            return .object(item)
        }
    }

    /// Returns what an item refers to: by UUID, by number or by machine name.
    private func reference(to type: EntityType, _ item: JSONObject) throws -> JSON? {
        if let uuid = item["target_uuid"]?.string {
            guard let target = content.entity(uuid: uuid), target.type == type else {
                throw SiteError.unprocessable("There is no \(type.name) with the UUID \(uuid).")
            }
            return target.key
        }
        guard let key = item["target_id"], key != .null else { return nil }
        if type.isConfiguration { return .string(key.stringValue) }
        return Self.integer(key).map { JSON($0) }
    }

    private static func integer(_ value: JSON) -> Int? { value.exactly(Int.self) ?? value.string.flatMap { Int($0) } }

    private static func seconds(fromDate text: String) -> Int? {
        let text = text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text[...]
        return (try? Date(String(text), strategy: .iso8601)).map { seconds(of: $0) }
    }

    /// Returns a time in the form of Drupal's output.
    static func date(_ seconds: Int) -> String {
        let limited = max(-62_135_596_800, min(253_402_300_799, seconds))
        let text = Date(timeIntervalSince1970: TimeInterval(limited)).formatted(.iso8601)
        return text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    }

    // MARK: Entities

    /// Returns a new entity with the defaults of its type.
    func newEntity(_ type: ResourceType, author: Int) -> Entity {
        var entity = Entity(type: type.type, bundle: type.bundle, id: 0, uuid: "")
        let time = JSON(timestamp)
        for name in ["created", "changed", "revision_timestamp", "revision_created"] { entity.setValue(name, time) }
        entity.setValue("langcode", "en")
        for name in ["default_langcode", "revision_translation_affected", "status"] { entity.setValue(name, true) }
        switch type.type {
        case .node:
            entity.setTarget("type", .string(type.bundle))
            entity.setTarget("uid", JSON(author))
            entity.setTarget("revision_uid", JSON(author))
            entity.setValue("promote", .bool(type.bundle == "article"))
            entity.setValue("sticky", false)
            entity["path"] = [.object(["alias": .null])]
            entity["comment"] = [.object(["status": 2])]
        case .user:
            entity.setValue("preferred_langcode", "en")
            entity.setValue("timezone", "UTC")
            for name in ["access", "login"] { entity.setValue(name, 0) }
        case .comment:
            entity.setTarget("comment_type", .string(type.bundle))
            entity.setTarget("uid", JSON(author))
        case .term:
            entity.setTarget("vid", .string(type.bundle))
            entity.setValue("weight", 0)
            entity.setTarget("parent", .null)
            entity["path"] = [.object(["alias": .null])]
        case .file:
            entity.setTarget("uid", JSON(author))
            entity.setValue("status", false)
        case .nodeType, .vocabulary, .commentType, .role: break
        }
        return entity
    }

    /// Changes the fields of an entity, unless the viewer may not change one of them to a new value.
    ///
    /// - Throws: ``SiteError`` with status 403 for the first field that may not be changed.
    func apply(_ changes: [Change], to entity: inout Entity, isNew: Bool, _ viewer: Viewer) throws {
        for change in changes {
            let field = change.field
            if field.kind == .password { continue }
            if !mayWrite(field, of: entity, isNew: isNew, viewer) {
                let isBundle = isNew && field.name == entity.type.bundleField
                if isBundle || !isNew && entity[field.name] == change.items { continue }
                throw SiteError.forbidden(
                    "This account may not write the field \(field.name).", pointer: "/data/attributes/\(field.name)")
            }
            entity[field.name] = change.items
        }
    }

    /// Returns the violations of an entity.
    func violations(of entity: Entity) -> [SiteError.Violation] {
        var violations: [SiteError.Violation] = []
        for field in entity.resourceType.fields {
            let items = entity[field.name]
            if field.isRequired, items.isEmpty {
                violations.append(.init(path: field.name, message: "A value is required."))
            }
            for (index, item) in items.enumerated() {
                let path = "\(field.name).\(index)."
                func add(_ property: String, _ message: String) {
                    violations.append(.init(path: path + property, message: message, isMultiple: field.isMultiple))
                }
                switch field.kind {
                case .text(let limit) where item["value"].stringValue.unicodeScalars.count > limit:
                    add("value", "At most \(limit) characters are allowed.")
                case .formattedText:
                    let format = item["format"]
                    if format.exists(), format != .null, !Self.textFormats.contains(format.stringValue) {
                        add("format", "There is no such text format.")
                    }
                case .reference(let type):
                    let key = item["target_id"]
                    if key != .null, content.entity(type, key: key.stringValue) == nil {
                        add("target_id", "There is no \(type.name) \(key.stringValue).")
                    }
                case .image where content.entity(.file, key: item["target_id"].stringValue) == nil:
                    add("target_id", "There is no file \(item["target_id"].stringValue).")
                default: break
                }
            }
        }
        if entity.type == .user { violations += accountViolations(of: entity) }
        return violations
    }

    private func accountViolations(of entity: Entity) -> [SiteError.Violation] {
        var violations: [SiteError.Violation] = []
        let (name, mail) = (entity.value("name").stringValue, entity.value("mail").stringValue)
        if !name.isEmpty, content.account(named: name).map({ $0.id != entity.id }) ?? false {
            violations.append(.init(path: "name", message: "There is another account with the name \(name)."))
        }
        if !mail.isEmpty, content.account(mail: mail).map({ $0.id != entity.id }) ?? false {
            violations.append(.init(path: "mail", message: "There is another account with the address \(mail)."))
        }
        return violations
    }

    private static let textFormats: Set<String> = ["basic_html", "restricted_html", "full_html", "plain_text"]

    /// Validates and stores an entity, and the files that it refers to.
    ///
    /// - Throws: ``SiteError`` with status 422.
    mutating func save(_ entity: Entity, isNew: Bool, addsRevision: Bool = false) throws -> Entity {
        let violations = violations(of: entity)
        if !violations.isEmpty { throw SiteError.violations(violations) }
        var entity = entity
        entity.setValue("changed", JSON(timestamp))
        if isNew {
            if entity.type == .comment { addThread(to: &entity) }
            entity = content.add(entity)
        } else {
            if addsRevision {
                content.addRevision(to: &entity)
                entity.setValue("revision_timestamp", JSON(timestamp))
            }
            content.save(entity)
        }
        for field in entity.resourceType.fields where field.kind == .image {
            for item in entity[field.name] {
                guard var file = content.entity(.file, key: item["target_id"].stringValue) else { continue }
                file.setValue("status", true)
                content.save(file)
            }
        }
        cachedAt = [:]
        return entity
    }

    mutating func remove(_ entity: Entity) {
        content.remove(entity)
        if entity.type == .user {
            accounts[entity.id] = nil
            endSessions(of: entity.id)
        }
        cachedAt = [:]
    }

    func addThread(to comment: inout Entity) {
        let node = comment.target("entity_id")
        let count = content.all(.comment).count { $0.target("entity_id") == node } + 1
        comment.setValue("thread", .string((count < 10 ? "0\(count)" : String(count)) + "/"))
        if comment["subject"].isEmpty {
            comment.setValue("subject", .string(String(comment.value("comment_body").stringValue.prefix(29))))
        }
    }
}
