internal import Foundation
internal import NeatlineJSON

// Content that the site's user adds, without the checks of requests.

extension SiteState {
    /// Adds what every site has: its content types, and the account of visitors.
    mutating func addConfiguration() {
        addConfiguration(.nodeType, "article", "Article", "News, and what else has a date.")
        addConfiguration(.nodeType, "page", "Basic page", "What rarely changes.")
        addConfiguration(.vocabulary, "tags", "Tags", "")
        addConfiguration(.commentType, "comment", "Comments", "")
        addConfiguration(.role, "authenticated", "Authenticated user", "")
        addConfiguration(.role, "administrator", "Administrator", "")
        var visitor = newEntity(ResourceType(type: .user, bundle: "user"), author: 0)
        visitor.uuid = UUID().uuidString.lowercased()
        visitor.setValue("uid", 0)
        visitor.setValue("status", false)
        content.addVisitor(visitor)
    }

    private mutating func addConfiguration(_ type: EntityType, _ name: String, _ label: String, _ description: String) {
        let bundle = type.name
        var entity = newEntity(ResourceType(type: type, bundle: bundle), author: 0)
        entity.machineName = name
        entity.setValue("name", .string(label))
        entity.setValue("type", .string(name))
        entity.setValue("description", .string(description))
        for field in ["new_revision", "display_submitted"] { entity.setValue(field, true) }
        entity.setValue("preview_mode", 1)
        _ = content.add(entity)
    }

    mutating func add(_ account: StubDrupalAccount) -> Int {
        var user = newEntity(ResourceType(type: .user, bundle: "user"), author: 0)
        user.uuid = account.uuid?.uuidString.lowercased() ?? ""
        user.setValue("name", .string(account.name))
        user.setValue("mail", .string(account.mail))
        user.setValue("status", .bool(!account.isBlocked))
        if account.isAdministrator { user.setTarget("roles", "administrator") }
        user = content.add(user)
        accounts[user.id] = AccountRecord(password: account.password, isAdministrator: account.isAdministrator)
        return user.id
    }

    mutating func add(_ term: StubDrupalTerm) -> Int {
        var entity = newEntity(ResourceType(type: .term, bundle: "tags"), author: 0)
        entity.uuid = term.uuid?.uuidString.lowercased() ?? ""
        entity.setValue("name", .string(term.name))
        entity["description"] = [.object(["value": .null, "format": .null])]
        return content.add(entity).id
    }

    mutating func add(_ node: StubDrupalNode) -> Int {
        let author = content.account(named: node.author)?.id ?? 0
        var entity = newEntity(
            ResourceType(type: .node, bundle: node.contentType == "page" ? "page" : "article"), author: author)
        entity.uuid = node.uuid?.uuidString.lowercased() ?? ""
        entity.setValue("title", .string(node.title))
        if let body = node.body {
            let summary = node.summary.map { JSON.string($0) } ?? .null
            entity["body"] = [.object(["value": .string(body), "format": "basic_html", "summary": summary])]
        }
        entity.setValue("status", .bool(node.isPublished))
        if let alias = node.alias { entity["path"] = [.object(["alias": .string(alias)])] }
        entity["field_tags"] = node.tags.map { .object(["target_id": JSON($0)]) }
        if let created = node.created { entity.setValue("created", JSON(Self.seconds(of: created))) }
        return content.add(entity).id
    }

    mutating func add(_ comment: StubDrupalComment) -> Int {
        let author = content.account(named: comment.author)?.id ?? 0
        var entity = newEntity(ResourceType(type: .comment, bundle: "comment"), author: author)
        entity.uuid = comment.uuid?.uuidString.lowercased() ?? ""
        entity.setTarget("entity_id", JSON(comment.node))
        entity.setValue("entity_type", "node")
        entity.setValue("field_name", "comment")
        entity.setValue("subject", .string(comment.subject))
        entity["comment_body"] = [.object(["value": .string(comment.body), "format": "basic_html"])]
        addThread(to: &entity)
        return content.add(entity).id
    }
}
