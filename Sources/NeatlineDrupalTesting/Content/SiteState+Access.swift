// Access control. Administrators may do everything; accounts may edit their articles, comments, terms, files and themselves;
// visitors may only read published entities, unless the settings let them create some.

extension SiteState {
    func mayView(_ entity: Entity, _ viewer: Viewer) -> Bool {
        if viewer.isAdministrator { return true }
        return entity.type == .user ? viewer.isAuthenticated : entity.isPublished
    }

    func mayCreate(_ type: ResourceType, _ viewer: Viewer) -> Bool {
        if viewer.isAdministrator { return !type.type.isConfiguration }
        guard viewer.isAuthenticated || settings.visitorsMayCreate else { return false }
        switch type.type {
        case .node: return type.bundle == "article"
        case .comment, .term, .file: return true
        case .user, .nodeType, .vocabulary, .commentType, .role: return false
        }
    }

    func mayUpdate(_ entity: Entity, _ viewer: Viewer) -> Bool {
        if viewer.isAdministrator { return !entity.type.isConfiguration }
        guard viewer.isAuthenticated else { return false }
        switch entity.type {
        case .node: return entity.bundle == "article" && entity.owner == viewer.uid
        case .user, .file: return entity.owner == viewer.uid
        case .term: return true
        case .comment, .nodeType, .vocabulary, .commentType, .role: return false
        }
    }

    func mayDelete(_ entity: Entity, _ viewer: Viewer) -> Bool {
        entity.type == .user ? viewer.isAdministrator : mayUpdate(entity, viewer)
    }

    /// Whether a viewer sees a field of an entity.
    func mayRead(_ field: Field, of entity: Entity, _ viewer: Viewer) -> Bool {
        isMember(viewer, of: field.readers, entity)
    }

    /// Whether a viewer may change a field of an entity.
    func mayWrite(_ field: Field, of entity: Entity, isNew: Bool, _ viewer: Viewer) -> Bool {
        // Who may create an entity may write what its editors may write.
        isNew && field.writers == .editors || isMember(viewer, of: field.writers, entity)
    }

    private func isMember(_ viewer: Viewer, of group: Field.Group, _ entity: Entity) -> Bool {
        switch group {
        case .all: true
        case .editors: mayUpdate(entity, viewer)
        case .administrators: viewer.isAdministrator
        case .none: false
        }
    }
}
