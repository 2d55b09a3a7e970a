import NeatlineJSON

/// Decides which types the shapes of samples become.
final class ModelResolver {
    /// Objects with so many values of one type are dictionaries, if no more speaks against it.
    private static let fewestEntries = 32
    /// A string must be seen so often, on average, for each case of an enumeration.
    private static let repetitions = 3

    private let settings: ModelSettings
    private var usedTypes: Set<String>
    /// The declared types by the names that they would have if these were not used.
    private var declared: [String: [ModelDeclaration]] = [:]

    /// Creates a resolver for a model with a name.
    init(_ settings: ModelSettings, name: String) {
        self.settings = settings
        usedTypes = [name]
    }

    /// What is around a value within its property.
    private struct Surroundings {
        /// The name of the member.
        var key: String
        /// The number of arrays and dictionaries around the value.
        var containers = 0
        /// Whether an element around it, or itself, can be null.
        var isInOptional = false
    }

    /// Returns the type of the samples.
    ///
    /// Recurses to the depth of shapes, which `Shape.maximumDepth` limits.
    func type(of root: Shape, name: String) -> ModelType {
        if let members = members(of: root) {
            let declaration = ModelDeclaration(name: name)
            declaration.properties = properties(members, of: root)
            return .model(declaration)
        }
        return type(of: root, Surroundings(key: name))
    }

    /// The members of objects that are no dictionaries; nil for all other values.
    private func members(of shape: Shape) -> [ObjectShape.Member]? {
        guard !shape.isAnything, shape.kinds == [.object], let object = shape.object, !isDictionary(object),
            // Their names would be equal keys of Swift.
            Set(object.members.map(\.name)).count == object.members.count
        else { return nil }
        return object.members
    }

    private func type(of shape: Shape, _ surroundings: Surroundings) -> ModelType {
        guard !shape.isAnything, shape.kinds.count == 1 else { return .json }
        switch shape.kinds[0] {
        case .boolean: return .boolean
        case .number: return type(of: shape.numbers)
        case .string: return type(of: shape.strings, surroundings)
        case .array:
            guard let elements = shape.elements else { return .array(.json) }
            return .array(element(elements, surroundings))
        case .object:
            if let members = members(of: shape) {
                return .model(declaration(surroundings) { properties(members, of: shape, into: $0) })
            }
            guard let object = shape.object, isDictionary(object) else { return .json }
            if object.members.isEmpty, object.values == nil { return .dictionary(.json) }
            return .dictionary(element(object.mergedValues, surroundings))
        }
    }

    private func element(_ shape: Shape, _ surroundings: Surroundings) -> ModelType {
        var inner = surroundings
        inner.containers += 1
        let isOptional = shape.nullCount > 0
        inner.isInOptional = surroundings.isInOptional || isOptional
        let type = type(of: shape, inner)
        guard isOptional, type != .json else { return type }
        // `map.value` takes null for no model.
        if settings.style == .immutable || settings.style == .macro, case .model = type.leaf { return .json }
        return .optional(type)
    }

    private func type(of numbers: NumberForms) -> ModelType {
        if numbers.hasFraction { return numbers.fitsDouble ? .double : .json }
        return numbers.fitsInt ? .integer : numbers.fitsUInt64 ? .unsignedInteger : .json
    }

    private func type(of strings: StringForms, _ surroundings: Surroundings) -> ModelType {
        let isCodable = settings.style == .codable
        // Transforms convert elements of one container, or of containers in one.
        let canTransform = isCodable || surroundings.containers <= 2 && !surroundings.isInOptional
        if let form = strings.dateForm {
            // What `iso8601` encodes has no fraction.
            return canTransform && !(isCodable && form.fractionDigits > 0) ? .date(form) : .string
        }
        if strings.isURL { return canTransform ? .url : .string }
        let canEnumerate = isCodable || surroundings.containers <= 1 && !surroundings.isInOptional
        guard settings.findsEnumerations, canEnumerate, let values = strings.distinct,
            strings.count >= values.count * ModelResolver.repetitions
        else { return .string }
        return .enumeration(
            declaration(surroundings) { declaration in
                var used = Set<String>()
                declaration.cases = values.map { .init(value: $0, name: SwiftName.member($0, used: &used)) }
            })
    }

    /// Returns whether the names of members are data.
    ///
    /// They are if there are very many, if each begins with a digit or is a UUID, or if there are many, all for values of
    /// one type, and not the same ones in each object.
    private func isDictionary(_ object: ObjectShape) -> Bool {
        let members = object.members
        if object.values != nil || members.isEmpty { return true }
        if members.allSatisfy({ ModelResolver.isIdentifier($0.name) }) { return true }
        guard members.count >= ModelResolver.fewestEntries else { return false }
        let kinds = members.map(\.shape.kinds).filter { !$0.isEmpty }
        guard let first = kinds.first, first.count == 1, kinds.allSatisfy({ $0 == first }) else { return false }
        let occurrences = members.reduce(0) { $0 + $1.count }
        if object.count > 1, occurrences * 2 > members.count * object.count { return false }
        guard first == [.object] else { return true }
        // Sections of settings are objects, too, but have other members each.
        let sizes = members.map { $0.shape.object?.members.count ?? 0 }
        let common = object.mergedValues.object?.members.count ?? 0
        return common * members.count <= 2 * sizes.reduce(0, +)
    }

    private static func isIdentifier(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard let first = bytes.first else { return false }
        if (0x30...0x39).contains(first) { return true }
        return bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index)
                    ? byte == UInt8(ascii: "-")
                    : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
            }
    }

    private func properties(_ members: [ObjectShape.Member], of shape: Shape) -> [ModelDeclaration.Property] {
        var used = Set<String>()
        return members.map { member in
            let isMissing = member.count < shape.object?.count ?? 0
            let type = type(of: member.shape, Surroundings(key: member.name))
            var isOptional = isMissing || member.shape.nullCount > 0
            // These have no value to begin with.
            if settings.style == .mappable {
                switch type {
                case .date, .url: isOptional = true
                default: break
                }
            }
            return .init(
                key: member.name, name: SwiftName.member(member.name, used: &used), type: type, isOptional: isOptional)
        }
    }

    private func properties(_ members: [ObjectShape.Member], of shape: Shape, into declaration: ModelDeclaration) {
        declaration.properties = properties(members, of: shape)
    }

    /// Declares a type named after the member, or returns one of this name that is the same.
    ///
    /// It takes its name before those inside it take theirs.
    private func declaration(
        _ surroundings: Surroundings, _ fill: (ModelDeclaration) -> Void
    ) -> ModelDeclaration {
        let isElement = surroundings.containers > 0
        var unused = Set<String>()
        let wanted = SwiftName.type(surroundings.key, isElement: isElement, used: &unused)
        let declaration = ModelDeclaration(
            name: SwiftName.type(surroundings.key, isElement: isElement, used: &usedTypes))
        fill(declaration)
        if let same = declared[wanted]?.first(where: { $0.hasSameMembers(as: declaration) }) {
            usedTypes.remove(declaration.name)
            return same
        }
        declared[wanted, default: []].append(declaration)
        return declaration
    }
}
