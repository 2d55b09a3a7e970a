import NeatlineJSON

/// The reason why no model can be generated from samples.
enum ModelError: Error {
    case noSample
    case tooManyMembers

    /// What is reported.
    var message: String {
        switch self {
        case .noSample: "--model: there is no sample to make a model of"
        case .tooManyMembers:
            "--model: the samples have more than \(ModelSamples.maximumMembers) different members, of which no model is made"
        }
    }
}

/// Collects the shapes of samples, one sample after another.
final class ModelSamples {
    /// The number of different members, in all shapes together, that are kept at most.
    static let maximumMembers = 100_000

    /// The shape of all samples.
    let root = Shape()
    /// The number of samples.
    private(set) var count = 0
    /// The number of members that shapes have been made for.
    private var memberCount = 0

    /// Adds a sample, or the elements of an array as samples.
    ///
    /// - Parameters:
    ///   - value: the sample.
    ///   - isElement: whether it is an element of an array already, so that an array is one sample.
    /// - Throws: `ModelError.tooManyMembers`.
    func add(_ value: JSON, isElement: Bool) throws {
        if !isElement, case .array(let elements) = value {
            for element in elements { try add(element, isElement: true) }
            return
        }
        count += 1
        try add(value, to: root, depth: 0)
    }

    /// Adds a value; recurses to `Shape.maximumDepth`.
    private func add(_ value: JSON, to shape: Shape, depth: Int) throws {
        if shape.isAnything { return }
        switch value {
        case .null, .error: shape.nullCount += 1
        case .bool: shape.booleanCount += 1
        case .number(let number): shape.numbers.add(number)
        case .string(let text): shape.strings.add(text)
        case .array(let array):
            guard depth < Shape.maximumDepth else { return shape.isAnything = true }
            shape.arrayCount += 1
            if array.isEmpty { return }
            let elements = shape.elements ?? Shape()
            shape.elements = elements
            for element in array { try add(element, to: elements, depth: depth + 1) }
        case .object(let object):
            guard depth < Shape.maximumDepth else { return shape.isAnything = true }
            try add(object, to: shape, depth: depth)
        }
    }

    private func add(_ object: JSONObject, to shape: Shape, depth: Int) throws {
        let members = object.distinctMembers
        // A Swift dictionary and an enumeration of keys take canonically equivalent names for one.
        if members.contains(where: { $0.key.utf8.contains { $0 >= 0x80 } }),
            Set(members.map(\.key)).count < members.count
        {
            return shape.isAnything = true
        }
        let common = shape.object ?? ObjectShape()
        shape.object = common
        common.count += 1
        for member in members {
            if common.values == nil, common.isDictionary(with: member.key) {
                let before = common.memberCount
                common.becomeDictionary()
                memberCount += common.memberCount - before
            }
            let known = common.members.count
            let memberShape = common.member(member.key)
            memberCount += common.members.count - known
            if memberCount > ModelSamples.maximumMembers { throw ModelError.tooManyMembers }
            try add(member.value, to: memberShape, depth: depth + 1)
        }
    }
}
