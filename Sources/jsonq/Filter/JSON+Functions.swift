import NeatlineJSON

// The steps and functions of filters, with jq's results and errors. Nil means no result.
extension JSON {
    func jqMember(_ name: String, isOptional: Bool) throws(FilterError) -> JSON? {
        switch self {
        case .object(let object): return .some(object[name] ?? JSON.null)
        case .null, .error: return .some(.null)
        default:
            if isOptional { return Optional<JSON>.none }
            throw .cannotIndex(self, with: name)
        }
    }

    func jqElement(_ index: Double, isOptional: Bool) throws(FilterError) -> JSON? {
        switch self {
        case .array(let array):
            let position = index < 0 ? index + Double(array.count) : index
            guard position >= 0, position < Double(array.count) else { return .some(.null) }
            return .some(array[Int(position)])
        case .null, .error: return .some(.null)
        default:
            if isOptional { return Optional<JSON>.none }
            throw .cannotIndex(self, withA: "number")
        }
    }

    /// Returns the value at a JSON Pointer.
    ///
    /// - Throws: an error, if there is none.
    func value(at pointer: JSONPointer) throws(FilterError) -> JSON {
        let value = self[pointer]
        if case .error(let error) = value { throw FilterError(message: error.description) }
        return value
    }

    func jqSlice(_ from: Double?, _ to: Double?, isOptional: Bool) throws(FilterError) -> JSON? {
        switch self {
        case .array(let array):
            let range = JSON.range(from, to, count: array.count)
            return .some(.array(JSONArray(array[range])))
        case .string(let text):
            let scalars = text.unicodeScalars
            let range = JSON.range(from, to, count: scalars.count)
            let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
            let end = scalars.index(start, offsetBy: range.count)
            return .some(.string(String(scalars[start..<end])))
        case .null, .error: return .some(.null)
        default:
            if isOptional { return Optional<JSON>.none }
            throw .cannotIndex(self, withA: "object")
        }
    }

    /// Returns the positions of a slice: the start rounded down and the end up, both counted from the end if negative.
    private static func range(_ from: Double?, _ to: Double?, count: Int) -> Range<Int> {
        func position(_ value: Double) -> Double {
            Swift.min(Swift.max(value < 0 ? value + Double(count) : value, 0), Double(count))
        }
        let start = Int(position(from ?? 0).rounded(.down))
        let end = Int(position(to ?? Double(count)).rounded(.up))
        return start..<Swift.max(start, end)
    }

    func jqKeys() throws(FilterError) -> JSON {
        switch self {
        case .object(let object): return .array(JSONArray(object.sortedMembers.map { .string($0.key) }))
        case .array(let array): return .array(JSONArray(array.indices.map { JSON($0) }))
        default: throw .hasNoKeys(self)
        }
    }

    func jqLength() throws(FilterError) -> JSON {
        switch self {
        case .null, .error: return JSON(0)
        case .bool: throw .hasNoLength(self)
        case .number(let number):
            let text = number.text
            guard text.hasPrefix("-"), let magnitude = JSONNumber(text: String(text.dropFirst())) else {
                return .number(number.doubleValue < 0 ? JSONNumber(-number.doubleValue) : number)
            }
            return .number(magnitude)
        case .string(let text): return JSON(text.unicodeScalars.count)
        case .array(let array): return JSON(array.count)
        case .object(let object): return JSON(object.distinctMembers.count)
        }
    }

    func jqEntries() throws(FilterError) -> JSON {
        func entry(_ key: JSON, _ value: JSON) -> JSON { .object(JSONObject([("key", key), ("value", value)])) }
        switch self {
        case .object(let object):
            return .array(JSONArray(object.distinctMembers.map { entry(.string($0.key), $0.value) }))
        case .array(let array):
            return .array(JSONArray(array.enumerated().map { entry(JSON($0.offset), $0.element) }))
        default: throw .hasNoKeys(self)
        }
    }

    func jqHas(_ key: JSON) throws(FilterError) -> JSON {
        switch (self, key) {
        case (.object(let object), .string(let name)): return .bool(object[name].map { _ in true } ?? false)
        case (.array(let array), .number(let number)):
            let index = number.doubleValue.rounded(.towardZero)
            return .bool(index >= 0 && index < Double(array.count))
        case (.null, _), (.error, _): return .bool(false)
        default: throw .cannotCheck(self, for: key)
        }
    }
}
