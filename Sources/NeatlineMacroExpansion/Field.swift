// One property of a model, and how it is mapped.

struct Field {
    enum Conversion {
        case none
        /// The expression of a transform.
        case transform(String)
        /// A container without the elements that do not fit.
        case lossy
        /// The members of a model in those of its parent.
        case flat
        /// All members without a property.
        case rest
    }

    let property: Property
    let conditions: [String]
    let keys: (reading: [[String]], writing: [String])
    let conversion: Conversion
    let isRead: Bool
    let isWritten: Bool
    /// What keeps the initial value, of `missing`, `null` and `wrong`; nil for the rules of `<-`.
    let kept: Set<String>?
    /// The expression of a check, and of what it expects.
    let check: (expected: String, condition: String)?
    /// The expression of what it is, and the range of the comments before it.
    let description: String?
    let trivia: Range<Int>
    /// Whether it may have a property wrapper, whose value cannot be read before all properties have values.
    let isWrapped: Bool
    /// Its number among the numbered members; nil if it is found by its name.
    private(set) var number: Int?

    var names: FieldNames { FieldNames(reading: keys.reading, writing: keys.writing) }
    var target: String { "self.\(property.name)" }

    /// Whether it is read by the initializer, which throws.
    var isInitialized: Bool { isRead && (!property.hasValue || kept.map { $0.count < 3 } ?? false) }

    /// Whether it is mapped to members whose names are known: not `@Flat`, and not `@Rest`.
    var isNamed: Bool {
        switch conversion {
        case .flat, .rest: false
        default: true
        }
    }

    /// Whether it is read by its type alone, and is missed if it is not there.
    var isPlain: Bool {
        guard case .none = conversion else { return false }
        return isRead && kept == nil && check == nil
    }

    var isRest: Bool {
        if case .rest = conversion { return true }
        return false
    }

    var isFlat: Bool {
        if case .flat = conversion { return true }
        return false
    }

    /// The names that the fields have in an object, as a literal.
    static func list(_ fields: [Field], below depth: Int) -> String {
        let names = Set(fields.filter(\.isNamed).flatMap { $0.keys.reading.compactMap { $0.dropFirst(depth).first } })
        return "[" + names.sorted().map(swiftLiteral).joined(separator: ", ") + "]"
    }

    /// Whether it is found by its number, in the one walk over the members of an object.
    mutating func number(_ number: inout Int, _ names: inout Set<String>) {
        guard isNamed, conditions.isEmpty, keys.reading == [keys.writing], keys.writing.count == 1 else { return }
        let name = keys.writing[0]
        let isPlain = name.unicodeScalars.allSatisfy { $0 >= " " && $0 != "\"" && $0 != "\\" }
        guard isPlain, names.insert(name).inserted else { return }
        self.number = number
        number += 1
    }

    // MARK: Statements

    private var field: String {
        guard let number else { return names.field }
        return "map[_members, \(number), \(names.writing)]"
    }

    /// The call of a method of `Map` that reads a value.
    private func value(_ method: String) -> String {
        if case .transform(let transform) = conversion {
            return
                "\(number == nil ? "map" : field).\(method)(\(number == nil ? names.key : names.writing), using: \(transform))"
        }
        guard let number else { return "map.\(method)(\(names.key))" }
        return "map._\(method)(_members, \(number), \(names.writing))"
    }

    /// What the initializer does before all properties have values.
    var initialization: String {
        if !isInitialized { return "" }
        if case .flat = conversion {
            return "\(target) = try NeatlineMacros._Macro.\(property.isOptional ? "flatIfPresent" : "flat")(map)"
        }
        guard let kept else {
            return "\(target) = try \(checked(value(property.isOptional ? "valueIfPresent" : "value")))"
        }
        var lines: [String] = []
        if !kept.contains("missing") { lines.append("try NeatlineMacros._Macro.requireMember(map, \(names.key))") }
        if !kept.contains("null") { lines.append("try NeatlineMacros._Macro.refuseNull(map, \(names.key))") }
        if kept.isEmpty {
            lines.append("\(target) = try \(checked(value(property.isOptional ? "valueIfPresent" : "value")))")
        } else if !kept.contains("wrong") {
            // One that is wrong is read by `update`.
            lines.append("\(target) = try \(checked(value("valueIfPresent"))) ?? \(target)")
        }
        return lines.joined(separator: "\n")
    }

    /// Whether the initializer needs the initial value, when it reads the property.
    var isInitializedLate: Bool { isInitialized && isWrapped && property.hasValue && kept?.isEmpty == false }

    private func checked(_ value: String) -> String {
        guard let check else { return value }
        return "NeatlineMacros._Macro.checked(\(value), \(field), \(check.expected), \(check.condition))"
    }

    /// What reads a property that has a value, and writes it if it `isTwoWay`.
    func update(among fields: [Field]) -> String {
        if !isRead || property.isConstant { return "" }
        guard let kept else {
            if case .none = conversion, let number, check == nil {
                return "map._map(&\(target), _members, \(number), \(names.writing))"
            }
            return checkedUpdate(target, field, fields)
        }
        // What would refuse a new object is a failure in one that is updated, which keeps its value.
        let refusesNull = !kept.contains("null") && (property.isOptional || kept.contains("missing"))
        let optional = kept.contains("missing") || kept.contains("null") ? ".optional" : ""
        if !property.isOptional, !refusesNull { return checkedUpdate(target, field + optional, fields) }
        let name = property.isOptional ? "keep" : "notNull"
        let argument = property.isOptional && refusesNull ? ", refusesNull: true" : ""
        return "NeatlineMacros._Macro.\(name)(&\(target), \(field)\(argument)) "
            + "{ \(checkedUpdate("$0", "$1" + optional, fields)) }"
    }

    private func checkedUpdate(_ target: String, _ field: String, _ fields: [Field]) -> String {
        guard let check else { return update(target, field, fields) }
        return "NeatlineMacros._Macro.check(&\(target), \(field), \(check.expected), \(check.condition)) "
            + "{ \(update("$0", "$1", fields)) }"
    }

    private func update(_ target: String, _ field: String, _ fields: [Field]) -> String {
        switch conversion {
        case .none: "\(target) <- \(field)"
        case .transform(let transform): "\(target) <- (\(field), \(transform))"
        case .lossy: "NeatlineMacros._Macro.lossy(&\(target), \(field)) { NeatlineMacros._Macro.read($0) }"
        case .flat: "NeatlineMacros._Macro.flat(&\(target), map)"
        case .rest: "NeatlineMacros._Macro.rest(&\(target), map, except: \(Field.list(fields, below: 0)))"
        }
    }

    /// What writes it.
    var writing: String {
        if !isWritten { return "" }
        switch conversion {
        case .none, .lossy:
            guard let number else { return "\(target) >>> \(field)" }
            return "map._write(\(target), _members, \(number), \(names.writing))"
        case .transform(let transform): return "\(target) >>> (\(field), \(transform))"
        case .flat: return "NeatlineMacros._Macro.writeFlat(\(target), map)"
        case .rest: return "NeatlineMacros._Macro.writeRest(\(target), map)"
        }
    }

    /// Whether `update` writes, too.
    var isTwoWay: Bool {
        if case .lossy = conversion { return false }
        return isRead && isWritten && !property.isConstant
    }

    /// Whether the initializer has read it, when all properties have values, if it reads all that it can.
    var isReadAfterwards: Bool {
        let isDone = isInitialized && !(kept?.contains("wrong") ?? false)
        return isRead && !isDone && !property.isConstant && !property.hasObservers
    }
}
