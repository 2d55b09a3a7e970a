internal import NeatlineJSON

/// The parameter `filter` of a collection.
struct ResourceFilter {
    private enum Operator: String {
        case equal = "="
        case notEqual = "<>"
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="
        case startsWith = "STARTS_WITH"
        case contains = "CONTAINS"
        case endsWith = "ENDS_WITH"
        case isIn = "IN"
        case isNotIn = "NOT IN"
        case between = "BETWEEN"
        case notBetween = "NOT BETWEEN"
        case isNull = "IS NULL"
        case isNotNull = "IS NOT NULL"
    }

    private struct Condition {
        let path: FieldPath
        let operation: Operator
        let values: [String]
        let group: String
    }

    private struct Group {
        let isOr: Bool
        let parent: String
    }

    private var conditions: [Condition] = []
    private var groups: [String: Group] = [:]
    /// Whether there is no condition.
    var isEmpty: Bool { conditions.isEmpty }

    /// The name of the group that contains all others.
    private static let root = "@root"

    /// Parses a parameter, in its short forms (`filter[title]=x`, `filter[title][value]=x`) and its long one.
    ///
    /// - Throws: ``SiteError`` with status 400 for an unknown field, operator or form.
    init(_ parameter: JSON?, of type: ResourceType, in state: SiteState) throws {
        guard let parameter else { return }
        guard let entries = parameter.members else {
            throw SiteError.badRequest("The parameter filter takes an array.")
        }
        for (name, entry) in entries {
            if let group = entry["group"].members {
                let conjunction = group["conjunction"]?.stringValue ?? "AND"
                guard conjunction == "AND" || conjunction == "OR" else {
                    throw SiteError.badRequest("There is no conjunction \(conjunction).")
                }
                groups[name] = Group(isOr: conjunction == "OR", parent: group["memberOf"]?.stringValue ?? Self.root)
                continue
            }
            let condition = entry["condition"].members ?? entry.members
            let isLong = entry["condition"].exists()
            let path = condition?["path"]?.string ?? (isLong ? "" : name)
            let operatorName = condition?["operator"]?.stringValue ?? "="
            guard let operation = Operator(rawValue: operatorName) else {
                throw SiteError.badRequest("There is no operator \(operatorName).")
            }
            let value = condition.map { $0["value"] ?? .null } ?? entry
            let single = value == .null ? [] : [value.stringValue]
            let values = value.members.map { $0.map(\.value.stringValue) } ?? single
            if values.isEmpty, operation != .isNull, operation != .isNotNull {
                throw SiteError.badRequest("The filter \(name) has no value.")
            }
            conditions.append(
                Condition(
                    path: try FieldPath(path, of: type, in: state), operation: operation, values: values,
                    group: condition?["memberOf"]?.stringValue ?? Self.root))
        }
        for group in conditions.map(\.group) + groups.values.map(\.parent) {
            if group != Self.root, groups[group] == nil { throw SiteError.badRequest("There is no group \(group).") }
        }
    }

    /// Returns whether an entity fulfils the filter.
    func includes(_ entity: Entity, in state: SiteState, for viewer: Viewer) -> Bool {
        holds(Self.root, entity, state, viewer, depth: 0)
    }

    private func holds(_ group: String, _ entity: Entity, _ state: SiteState, _ viewer: Viewer, depth: Int) -> Bool {
        // Groups that contain each other contain nothing.
        if depth > 32 { return true }
        var results = conditions.filter { $0.group == group }.map { Self.holds($0, entity, state, viewer) }
        results += groups.filter { $0.value.parent == group }.map {
            holds($0.key, entity, state, viewer, depth: depth + 1)
        }
        if results.isEmpty { return true }
        return groups[group]?.isOr == true ? results.contains(true) : !results.contains(false)
    }

    private static func holds(_ condition: Condition, _ entity: Entity, _ state: SiteState, _ viewer: Viewer) -> Bool {
        // Visitors cannot ask for what they do not see of accounts.
        guard let found = condition.path.values(of: entity, in: state, for: viewer) else { return false }
        let values = condition.values
        func any(_ isTrue: (ComparedValue) -> Bool) -> Bool { found.contains { isTrue(ComparedValue($0)) } }
        func order(_ value: ComparedValue, _ isTrue: (Int) -> Bool) -> Bool {
            values.first.map { isTrue(value.compare($0)) } ?? false
        }
        func isBetween(_ value: ComparedValue) -> Bool {
            values.count == 2 && value.compare(values[0]) >= 0 && value.compare(values[1]) <= 0
        }
        switch condition.operation {
        case .equal: return any { value in order(value) { $0 == 0 } }
        case .notEqual: return any { value in order(value) { $0 != 0 } }
        case .less: return any { value in order(value) { $0 < 0 } }
        case .lessOrEqual: return any { value in order(value) { $0 <= 0 } }
        case .greater: return any { value in order(value) { $0 > 0 } }
        case .greaterOrEqual: return any { value in order(value) { $0 >= 0 } }
        case .startsWith: return any { $0.text.hasPrefix(values.first?.lowercased() ?? "") }
        case .contains: return any { $0.text.contains(values.first?.lowercased() ?? "") }
        case .endsWith: return any { $0.text.hasSuffix(values.first?.lowercased() ?? "") }
        case .isIn: return any { value in values.contains { value.compare($0) == 0 } }
        case .isNotIn: return any { value in !values.contains { value.compare($0) == 0 } }
        case .between: return any(isBetween)
        case .notBetween: return any { !isBetween($0) }
        case .isNull: return found.isEmpty
        case .isNotNull: return !found.isEmpty
        }
    }
}

/// A stored value in comparisons, which ignore the case of letters as Drupal's databases do.
struct ComparedValue {
    let text: String
    private let number: Double?

    init(_ value: JSON) {
        if let flag = value.bool {
            number = flag ? 1 : 0
        } else if case .number = value {
            number = value.double
        } else {
            number = nil
        }
        text = value.stringValue.lowercased()
    }

    /// Returns a negative number, 0 or a positive number, as this value is less than, equal to or greater than a text.
    func compare(_ other: String) -> Int {
        if let number, let other = Double(other) { return number < other ? -1 : number > other ? 1 : 0 }
        let other = other.lowercased()
        return text < other ? -1 : text > other ? 1 : 0
    }

    /// Returns whether this value is less than another.
    func isLess(than other: ComparedValue) -> Bool {
        if let number, let other = other.number { return number < other }
        return text < other.text
    }
}

/// A path from a resource to a value: `title`, `body.value`, `uid.name`, `field_tags.id`.
struct FieldPath {
    private let steps: [String]
    private static let stepLimit = 8

    /// - Throws: ``SiteError`` with status 400 if resources of the type have no such path.
    init(_ text: String, of type: ResourceType, in state: SiteState) throws {
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        func fail() -> SiteError { .badRequest("There is no field \(text).") }
        if steps.count > Self.stepLimit { throw fail() }
        var types = [type]
        for (index, step) in steps.enumerated() {
            if step == "id" || step == "meta" && index > 0 { return }
            if types.contains(where: { $0.attribute(step) != nil }) { return }
            let targets = types.compactMap { $0.relationship(step)?.target }
            if targets.isEmpty { throw fail() }
            types = state.resourceTypes.filter { targets.contains($0.type) }
        }
    }

    /// Returns the values at the path; `nil` if the viewer may not ask for them.
    func values(of entity: Entity, in state: SiteState, for viewer: Viewer) -> [JSON]? {
        var entities = [entity]
        for (index, step) in steps.enumerated() {
            if entities.contains(where: { $0.type == .user }), !viewer.isAuthenticated, step != "id" {
                return nil
            }
            if step == "id" { return entities.map { .string($0.uuid) } }
            if let field = entities.lazy.compactMap({ $0.resourceType.attribute(step) }).first {
                let property = index + 1 < steps.count ? steps[index + 1] : "value"
                return entities.flatMap { $0[field.name].map { $0[property] } }.filter { $0.exists() && $0 != .null }
            }
            let isLast = index + 1 == steps.count
            let isNumber = !isLast && steps[index + 1] == "meta"
            var next: [Entity] = []
            var keys: [JSON] = []
            for entity in entities {
                guard let field = entity.resourceType.relationship(step), let type = field.target else { continue }
                for item in entity[field.name] {
                    let key = item["target_id"]
                    if isLast || isNumber { keys.append(key) }
                    if let target = state.content.entity(type, key: key.stringValue) { next.append(target) }
                }
            }
            if isNumber { return keys }
            if isLast { return next.map { .string($0.uuid) } }
            entities = next
        }
        return []
    }
}
