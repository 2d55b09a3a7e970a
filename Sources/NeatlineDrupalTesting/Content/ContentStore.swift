internal import Foundation
internal import NeatlineJSON

/// The entities of a site, and the bytes of its files.
struct ContentStore: Sendable {
    private var entities: [EntityType: [Int: Entity]] = [:]
    private var uuids: [String: (type: EntityType, id: Int)] = [:]
    private var lastIdentifiers: [EntityType: Int] = [:]
    private var lastRevisions: [EntityType: Int] = [:]
    /// The contents of files, by path: `/sites/default/files/2026-11/dot.png`.
    private(set) var files: [String: Data] = [:]
    /// The paths of aliases; the keys are the aliases in lower case.
    private(set) var aliases: [String: String] = [:]

    /// Returns all entities of a type in the order of their numbers.
    func all(_ type: EntityType) -> [Entity] { (entities[type] ?? [:]).values.sorted { $0.id < $1.id } }

    func entity(_ type: EntityType, _ id: Int) -> Entity? { entities[type]?[id] }

    /// Returns the entity with a number or machine name.
    func entity(_ type: EntityType, key: String) -> Entity? {
        if type.isConfiguration { return entities[type]?.values.first { $0.machineName == key } }
        // Drupal takes digits only.
        guard key.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let id = Int(key) else { return nil }
        return entity(type, id)
    }

    func entity(uuid: String) -> Entity? { uuids[uuid.lowercased()].flatMap { entity($0.type, $0.id) } }

    /// Returns the account with a name; that of visitors has none.
    func account(named name: String) -> Entity? {
        entities[.user]?.values.first { $0.id != 0 && $0.value("name").string == name }
    }

    /// Returns the account with a mail address.
    func account(mail: String) -> Entity? {
        entities[.user]?.values.first { $0.id != 0 && $0.value("mail").string?.lowercased() == mail.lowercased() }
    }

    /// Adds an entity, and gives it the next number and revision.
    ///
    /// - Returns: The entity with its numbers and its UUID.
    mutating func add(_ entity: Entity) -> Entity {
        var entity = entity
        let id = (lastIdentifiers[entity.type] ?? 0) + 1
        lastIdentifiers[entity.type] = id
        entity.id = id
        if entity.uuid.isEmpty { entity.uuid = UUID().uuidString.lowercased() }
        if !entity.type.isConfiguration { entity.setValue(entity.type.identifierField, JSON(id)) }
        addRevision(to: &entity)
        save(entity)
        return entity
    }

    /// Adds the account of visitors, whose number is 0.
    mutating func addVisitor(_ entity: Entity) { save(entity) }

    /// Gives an entity the number of a new revision, if its type has revisions.
    mutating func addRevision(to entity: inout Entity) {
        guard let field = entity.type.revisionField else { return }
        let number = (lastRevisions[entity.type] ?? 0) + 1
        lastRevisions[entity.type] = number
        entity.setValue(field, JSON(number))
    }

    /// Stores a changed entity.
    mutating func save(_ entity: Entity) {
        entities[entity.type, default: [:]][entity.id] = entity
        uuids[entity.uuid] = (entity.type, entity.id)
        setAlias(of: entity)
    }

    mutating func remove(_ entity: Entity) {
        entities[entity.type]?[entity.id] = nil
        uuids[entity.uuid] = nil
        if let path = entity.type.pagePath(entity.id) { removeAliases(of: path) }
    }

    private mutating func setAlias(of entity: Entity) {
        guard let path = entity.type.pagePath(entity.id) else { return }
        removeAliases(of: path)
        if let alias = entity["path"].first?.members?["alias"]?.string, alias.hasPrefix("/") {
            aliases[alias.lowercased()] = path
        }
    }

    private mutating func removeAliases(of path: String) {
        for (alias, target) in aliases where target == path { aliases[alias] = nil }
    }

    // MARK: Files

    /// Stores the contents of a file under a name that is still free: `dot_0.png` if there is a `dot.png`.
    ///
    /// - Returns: The path below `/sites/default/files/`.
    mutating func store(_ data: Data, name: String, folder: String) -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        var path = "\(folder)/\(name)"
        var number = 0
        while files[SiteState.filesPath + path] != nil {
            path = "\(folder)/\(name[..<dot])_\(number)\(name[dot...])"
            number += 1
        }
        files[SiteState.filesPath + path] = data
        return path
    }
}
