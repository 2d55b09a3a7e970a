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

    var names: FieldNames { FieldNames(reading: keys.reading, writing: keys.writing) }
    var target: String { "self.\(property.name)" }

    /// Whether it is read by the initializer, which throws.
    var isInitialized: Bool { isRead && (!property.hasValue || kept.map { $0.count < 3 } ?? false) }

    /// Whether it has members of its own, with names.
    var isNamed: Bool {
        switch conversion {
        case .flat, .rest: false
        default: true
        }
    }

    var isRest: Bool {
        if case .rest = conversion { return true }
        return false
    }

    /// The names that the fields have in an object, as a literal.
    static func list(_ fields: [Field], below depth: Int) -> String {
        let names = Set(fields.filter(\.isNamed).flatMap { $0.keys.reading.compactMap { $0.dropFirst(depth).first } })
        return "[" + names.sorted().map(swiftLiteral).joined(separator: ", ") + "]"
    }

    // MARK: Statements

    /// The arguments of `Map.value` and `valueIfPresent`.
    private var arguments: String {
        if case .transform(let transform) = conversion { return "\(names.key), using: \(transform)" }
        return names.key
    }

    /// What the initializer does.
    var initialization: String {
        if !isInitialized { return "" }
        if case .flat = conversion {
            return "\(target) = try NeatlineMacros._Macro.\(property.isOptional ? "flatIfPresent" : "flat")(map)"
        }
        guard let kept else {
            let value = "map.\(property.isOptional ? "valueIfPresent" : "value")(\(arguments))"
            return "\(target) = try \(checked(value))"
        }
        var lines: [String] = []
        if !kept.contains("missing") { lines.append("try NeatlineMacros._Macro.requireMember(map, \(names.key))") }
        if !kept.contains("null") { lines.append("try NeatlineMacros._Macro.refuseNull(map, \(names.key))") }
        if !kept.contains("wrong") {
            let value = checked("map.valueIfPresent(\(arguments))")
            lines.append("\(target) = try \(value) ?? \(target)")
        }
        return lines.joined(separator: "\n")
    }

    private func checked(_ value: String) -> String {
        guard let check else { return value }
        return "NeatlineMacros._Macro.checked(\(value), \(names.field), \(check.expected), \(check.condition))"
    }

    /// What `mapping(map:)` does on reading.
    func reading(among fields: [Field]) -> String {
        if isRest { return "NeatlineMacros._Macro.rest(&\(target), map, except: \(Field.list(fields, below: 0)))" }
        return plainReading
    }

    private var plainReading: String {
        if !isRead || !property.hasValue || kept.map({ !$0.contains("wrong") }) ?? false { return "" }
        return kept == nil ? mapped(target, names.field) : mapped(target, "\(names.field).optional")
    }

    private func mapped(_ target: String, _ field: String) -> String {
        if let check {
            return
                "NeatlineMacros._Macro.check(&\(target), \(field), \(check.expected), \(check.condition)) { \(plain("$0", "$1")) }"
        }
        return plain(target, field)
    }

    private func plain(_ target: String, _ field: String) -> String {
        switch conversion {
        case .none: "\(target) <- \(field)"
        case .transform(let transform): "\(target) <- (\(field), \(transform))"
        case .lossy: "NeatlineMacros._Macro.lossy(&\(target), \(field)) { NeatlineMacros._Macro.read($0) }"
        case .flat: "NeatlineMacros._Macro.flat(&\(target), map)"
        case .rest: ""
        }
    }

    /// What `mapping(map:)` does on writing.
    var writing: String {
        if !isWritten { return "" }
        switch conversion {
        case .none, .lossy: return "\(target) >>> \(names.field)"
        case .transform(let transform): return "\(target) >>> (\(names.field), \(transform))"
        case .flat: return "NeatlineMacros._Macro.writeFlat(\(target), map)"
        case .rest: return "NeatlineMacros._Macro.writeRest(\(target), map)"
        }
    }

    /// The statement that does both; nil if each direction has its own.
    var both: String? {
        guard isRead, isWritten, property.hasValue, kept == nil, check == nil else { return nil }
        switch conversion {
        case .none, .transform: return plainReading
        default: return nil
        }
    }
}
