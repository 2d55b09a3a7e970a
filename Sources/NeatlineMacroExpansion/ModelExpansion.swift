// The code that `@Mappable` makes for a struct or a class.

struct ModelExpansion {
    private(set) var plan: Plan
    private let request: ExpansionRequest
    private let type: TypeDeclaration

    init(_ type: TypeDeclaration, _ request: ExpansionRequest) {
        plan = Plan(type)
        self.type = type
        self.request = request
    }

    /// Whether the superclass is a model: then the type conforms to a protocol that it does not name.
    private var inheritsModel: Bool {
        if type.kind != .class || type.inherited.isEmpty { return false }
        let models = ["mappable": ["Mappable"], "immutable": ["ImmutableMappable"]][plan.subclasses ?? ""]
        let own = type.inherited.map { $0.split(separator: ".").last.map(String.init) ?? "" }
        return (models ?? ["Mappable", "ImmutableMappable"])
            .contains { !request.conformances.contains($0) && !own.contains($0) }
    }

    /// Whether the model is created by an initializer that throws.
    private func isImmutable(_ fields: [Field]) -> Bool {
        if let subclasses = plan.subclasses { return subclasses == "immutable" }
        if inheritsModel { return !request.conformances.contains("ImmutableMappable") }
        if takesMap("init", isThrowing: true) { return true }
        if takesMap("init", isThrowing: false) { return false }
        return fields.contains(where: \.isInitialized) || hook("willRead")?.isThrowing == true
    }

    /// Says what a class cannot have.
    private mutating func checkClass(_ fields: [Field], _ isImmutable: Bool) {
        if type.kind != .class { return }
        // The compiler gives a subclass the protocols that the macro could have made its superclass conform to, and crashes.
        if plan.subclasses == nil, !type.hasModifier("final") {
            let start = type.range.lowerBound..<type.range.lowerBound
            var repairs = [Diagnostic.Repair(message: "Make it final", range: start, text: "final ")]
            if let attribute = type.attributes.first(where: { $0.name == "Mappable" }), attribute.arguments.isEmpty {
                let form = fields.contains(where: \.isInitialized) ? "immutable" : "mappable"
                repairs.append(
                    Diagnostic.Repair(
                        message: "Allow subclasses", range: attribute.range, text: "@Mappable(subclasses: .\(form))"))
            }
            plan.error("a class that is not final has to say what its subclasses are", type.range, repairs)
        }
        for field in fields where !isImmutable && field.isInitialized && (inheritsModel || plan.subclasses != nil) {
            plan.error(
                "the class is created before it is read, so \(field.property.name) needs an initial value",
                field.property.range)
        }
        if plan.subclasses != nil, let rest = fields.first(where: \.isRest) {
            plan.error(
                "the macro does not know which members are those of subclasses, and which are the rest",
                rest.property.range)
        }
        if !inheritsModel { return }
        if !plan.ignoresUnknown || fields.contains(where: \.isRest) {
            plan.error("the macro does not know which members are those of the superclass", type.range)
        }
    }

    /// Whether the type has `name(map:)` itself.
    private func takesMap(_ name: String, isThrowing: Bool? = nil) -> Bool {
        functions.contains {
            $0.name == name && $0.mapLabel == "map" && isThrowing ?? $0.isThrowing == $0.isThrowing
        }
    }

    private var functions: [Function] {
        type.members.compactMap { member in
            guard case .function(let function) = member.content else { return nil }
            return function
        }
    }

    /// A hook that the type has.
    private func hook(_ name: String) -> Function? {
        functions.first { $0.name == name && ["map", "_"].contains($0.mapLabel) }
    }

    private func call(_ hook: Function, _ receiver: String) -> String {
        let label = hook.mapLabel == "_" ? "" : "map: "
        return "\(receiver).\(hook.name)(\(label)map)"
    }

    // MARK: Text

    mutating func text() -> String {
        var fields = plan.fields()
        var count = 0
        var names: Set<String> = []
        for index in fields.indices { fields[index].number(&count, &names) }
        let isImmutable = isImmutable(fields)
        checkClass(fields, isImmutable)
        if !plan.ignoresUnknown, fields.contains(where: { !$0.isNamed }) {
            plan.error("the macro does not know the names of all members, so it cannot refuse others", type.range)
        }
        var members = type.kind == .struct ? [] : [nominal(fields, isImmutable)]
        switch request.role {
        case .peer: return ""
        case .member: return members.joined(separator: "\n")
        case .extension(let name):
            members = type.kind == .struct ? [nominal(fields, isImmutable)] : []
            var protocols: [String] = []
            let model = isImmutable ? "ImmutableMappable" : "Mappable"
            if !inheritsModel, request.conformances.contains(model) { protocols.append("NeatlineMapping.\(model)") }
            if plan.isCodable, request.conformances.contains("MappedCodable") {
                protocols.append("NeatlineMacros.MappedCodable")
            }
            if protocols.isEmpty, members.isEmpty { return "" }
            let list = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
            return "nonisolated extension \(name)\(list) {\n\(members.joined(separator: "\n"))\n}"
        }
    }

    /// What keeps a member from the actor to which the module's settings may give the class; the extension of a struct says so itself.
    private var isolation: String { type.kind == .struct ? "" : "nonisolated " }

    /// The initializer, the mapping and what they need.
    private func nominal(_ fields: [Field], _ isImmutable: Bool) -> String {
        var members: [String] = []
        if !takesMap("init") { members.append(initializer(fields, isImmutable)) }
        if !takesMap("mapping") { members.append(mapping(fields, isImmutable)) }
        if isImmutable { members.append(notes(fields)) }
        return members.joined(separator: "\n")
    }

    /// What finds the failures of all members, when the initializer has ended at the first.
    private func notes(_ fields: [Field]) -> String {
        // Nothing overrides it, because the superclass may be one by hand.
        let canBeOverridden = type.kind == .class && (!type.hasModifier("final") || inheritsModel)
        let noted = fields.filter { $0.number != nil && $0.isPlain }
        if canBeOverridden || takesMap("init") || noted.isEmpty || fields.count < 2 { return "" }
        let names = noted.map { swiftLiteral($0.keys.writing[0]) }.joined(separator: ", ")
        // The compiler would take one property of the type Any for a statement without a result; what has no name is not read.
        let properties = (noted.map { "model.\($0.property.name)" } + (noted.count == 1 ? ["()"] : []))
            .joined(separator: ", ")
        let name = type.kind == .class ? type.name : "Self"
        return """
            \(isolation)public static func _noteFailures(_ map: NeatlineMapping.Map) -> Swift.Bool {
            map._note([\(names)]) { (model: \(name)) in (\(properties)) }
            }
            """
    }

    private func initializer(_ fields: [Field], _ isImmutable: Bool) -> String {
        var lines: [String] = []
        if let hook = hook("willRead") { lines.append((hook.isThrowing ? "try " : "") + call(hook, "Self")) }
        if !plan.ignoresUnknown {
            let container = plan.container.map(swiftLiteral).joined(separator: ", ")
            let known = Field.list(fields, below: plan.container.count)
            lines.append(
                isImmutable
                    ? "try NeatlineMacros._Macro.refuseUnknown(map, in: [\(container)], except: \(known))"
                    : "guard NeatlineMacros._Macro.hasOnly(map, in: [\(container)], \(known)) else { return nil }")
        }
        let initializations = { (isLate: Bool) in
            fields.filter { $0.isInitializedLate == isLate }.map { conditional($0.initialization, $0.conditions) }
        }
        lines += initializations(false)
        if inheritsModel { lines.append(isImmutable ? "try super.init(map: map)" : "super.init(map: map)") }
        lines += initializations(true)
        if isImmutable {
            lines += fields.map { $0.isReadAfterwards ? conditional($0.update(among: fields), $0.conditions) : "" }
        }
        lines = walk(fields, lines)
        let required = type.kind == .class && (!type.hasModifier("final") || inheritsModel) ? "required " : ""
        let signature = isImmutable ? "init(map: NeatlineMapping.Map) throws" : "init?(map: NeatlineMapping.Map)"
        return "\(isolation)public \(required)\(signature) {\n\(ModelExpansion.body(lines))\n}"
    }

    /// Statements, and before them the walk over the members if they use its result.
    private func walk(_ fields: [Field], _ lines: [String]) -> [String] {
        guard ModelExpansion.usesMembers(lines) else { return lines }
        let names = fields.compactMap { field in field.number.map { (number: $0, name: field.keys.writing[0]) } }
        let lengths = Dictionary(grouping: names) { $0.name.utf8.count }.sorted { $0.key < $1.key }
        let clauses = lengths.map { length, names in
            "case \(length):\n"
                + names.map { "if name._is(\(swiftLiteral($0.name))) { return \($0.number) }" }.joined(separator: "\n")
        }
        let function = """
            func _number(_ name: borrowing NeatlineMapping.MemberName) -> Swift.Int {
            switch name.count {
            \(clauses.joined(separator: "\n"))
            default: break
            }
            return -1
            }
            """
        return [function, "let _members = map.members(\(names.count), _number)"] + lines
    }

    private func mapping(_ fields: [Field], _ isImmutable: Bool) -> String {
        let fields = ModelExpansion.inWritingOrder(fields)
        // The initializer has read all that it can.
        let hasRead = isImmutable && !takesMap("init")
        let hooks = ["didRead", "willWrite", "didWrite"].compactMap(hook)
        let updates = fields.map { conditional($0.update(among: fields), $0.conditions) }
        let isUniform = fields.allSatisfy { $0.isTwoWay || $0.property.isConstant && $0.isWritten }
        let observed = fields.contains { $0.property.hasObservers && $0.isRead }
        var lines: [String] = []
        if hooks.isEmpty, isUniform, !(hasRead && observed) {
            lines = fields.map { field in
                conditional(field.isTwoWay ? field.update(among: fields) : field.writing, field.conditions)
            }
            if updates.allSatisfy(\.isEmpty), ModelExpansion.usesMembers(lines) {
                lines.insert("guard let _members = map.writtenMembers() else { return }", at: 0)
            } else {
                lines = walk(fields, lines)
                if hasRead { lines.insert("if map.mappingType == .fromJSON && !map.toObject { return }", at: 0) }
            }
        } else {
            var reading = walk(fields, updates)
            if hasRead, updates.contains(where: { !$0.isEmpty }) {
                let late = zip(fields, updates).map { $0.property.hasObservers ? $1 : "" }
                reading = ["if map.toObject {"] + reading + ["} else {"] + walk(fields, late) + ["}"]
            }
            if let hook = hook("didRead") {
                let call = call(hook, "self")
                reading.append(
                    hook.isThrowing ? "do { try \(call) } catch { map._fail(error, for: Self.self) }" : call)
            }
            var writing = fields.map { conditional($0.writing, $0.conditions) }
            if ModelExpansion.usesMembers(writing) {
                writing.insert("guard let _members = map.writtenMembers() else { return }", at: 0)
            }
            if let hook = hook("willWrite") { writing.insert(call(hook, "self"), at: 0) }
            if let hook = hook("didWrite") { writing.append(call(hook, "self")) }
            lines = ["if map.mappingType == .fromJSON {"] + reading + ["} else {"] + writing + ["}"]
        }
        if inheritsModel { lines.insert("super.mapping(map: map)", at: 0) }
        let modifiers: String
        switch type.kind {
        case .class:
            modifiers = (type.hasModifier("open") ? "open" : "public") + (inheritsModel ? " override" : "")
        default:
            modifiers = hooks.isEmpty && updates.allSatisfy(\.isEmpty) ? "public" : "public mutating"
        }
        return "\(isolation)\(modifiers) func mapping(map: NeatlineMapping.Map) {\n\(ModelExpansion.body(lines))\n}"
    }

    /// The fields in the order in which they are written: that of their declarations, but a field on a path is written after all
    /// that may write an object on that path, which would replace the object with the field in it.
    private static func inWritingOrder(_ fields: [Field]) -> [Field] {
        let order = fields.enumerated().map { index, field in
            let path = field.keys.writing
            let last = fields.lastIndex { other in
                let isPrefix = other.keys.writing.count < path.count && path.starts(with: other.keys.writing)
                return other.isWritten && (other.isNamed ? isPrefix : other.isFlat && path.count > 1)
            }
            guard let last, last > index, field.isNamed else { return (index, 0, index) }
            return (last, path.count, index)
        }
        return fields.indices.sorted { order[$0] < order[$1] }.map { fields[$0] }
    }

    private static func usesMembers(_ lines: [String]) -> Bool {
        lines.contains { $0.contains("[_members, ") || $0.contains("(_members, ") || $0.contains(", _members, ") }
    }

    static func body(_ lines: [String]) -> String {
        lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
