public import Foundation
public import NeatlineJSON

// JSON as Foundation's objects: `[String: Any]`, `[Any]`, `String`, `NSNumber` and `NSNull`.

extension JSON {
    /// The value as Foundation's classes and Swift's collections: `NSNull` for null and missing values, `NSNumber` for
    /// numbers and booleans, `String`, `[Any]`, `[String: Any]`. Setting it converts the object as `JSON(_:)` does.
    ///
    /// ```swift
    /// var json = JSON(["list": [1, true]])
    /// let object = json.object as? [String: Any]
    /// json.object = ["other": 2.5]
    /// ```
    ///
    /// A number is an integer of 64 bits, a `Double`, or an `NSDecimalNumber` where that has more of its digits; beyond
    /// the range of `Double` it is 0 or infinite, which `JSONSerialization` cannot write.
    ///
    /// Below the 128th level arrays and objects remain `JSON` values: nested Swift collections are freed by recursion,
    /// and deeper ones could overflow a stack of 64 KiB.
    ///
    /// - Complexity: O(*n*).
    public var object: Any {
        get { foundationObject }
        set { self = JSON(newValue) }
    }

    /// The elements, converted as in `object`; nil for all other types. Setting nil stores null.
    ///
    /// ```swift
    /// json.arrayObject?.append("another")
    /// ```
    ///
    /// - Complexity: O(*n*).
    public var arrayObject: [Any]? {
        get {
            guard case .array = self else { return nil }
            return foundationObject as? [Any]
        }
        set { self = newValue.map { JSON($0 as Any) } ?? .null }
        _modify { yield &self[read: arrayObject, { $0.arrayObject = $1 }] }
    }

    /// The members, converted as in `object`; nil for all other types. Setting nil stores null.
    ///
    /// Setting it keeps the order of members that existed; new ones follow, sorted by their names.
    ///
    /// - Complexity: O(*n*).
    public var dictionaryObject: [String: Any]? {
        get {
            guard case .object = self else { return nil }
            return foundationObject as? [String: Any]
        }
        set {
            guard let newValue else {
                self = .null
                return
            }
            let built = JSON(newValue as Any)
            guard case .object(let members) = built, case .object(let old) = self else {
                self = built
                return
            }
            let kept = old.effectiveMembers.compactMap { member in
                members[member.key].map { (key: member.key, value: $0) }
            }
            self = .object(JSONObject(kept + members.filter { old[$0.key] == nil }))
        }
        _modify { yield &self[read: dictionaryObject, { $0.dictionaryObject = $1 }] }
    }

    /// `NSNull` if the value is null or missing, otherwise nil. Setting any value stores null.
    public var null: NSNull? {
        get { type == .null ? NSNull() : nil }
        set { self = .null }
    }

    /// The number of nested arrays and objects that `object` converts to Swift collections. Freeing a level takes up to
    /// 250 bytes of stack.
    private static let deepestObject = 128

    /// A container whose parts are being converted.
    private struct Frame {
        var elements: [Any] = []
        var members: [String: Any] = [:]
        let isArray: Bool
        /// The remaining parts, the next one last.
        var rest: [(key: String, value: JSON)]

        init?(_ json: JSON) {
            switch json {
            case .array(let array):
                isArray = true
                rest = array.reversed().map { (key: "", value: $0) }
                elements.reserveCapacity(rest.count)
            case .object(let object):
                isArray = false
                rest = object.effectiveMembers.reversed()
                members.reserveCapacity(rest.count)
            default:
                return nil
            }
        }

        var object: Any { isArray ? elements as Any : members as Any }

        mutating func add(_ part: Any, as key: String) {
            if isArray {
                elements.append(part)
            } else {
                members[key] = part
            }
        }
    }

    private var foundationObject: Any {
        guard let root = Frame(self) else { return foundationScalar }
        var frames = [root]
        var keys: [String] = []
        while true {
            let last = frames.count - 1
            guard let (key, value) = frames[last].rest.popLast() else {
                let finished = frames.removeLast().object
                guard let key = keys.popLast() else { return finished }
                frames[last - 1].add(finished, as: key)
                continue
            }
            if frames.count < JSON.deepestObject, let frame = Frame(value) {
                keys.append(key)
                frames.append(frame)
            } else {
                frames[last].add(value.foundationScalar, as: key)
            }
        }
    }

    /// The object of a scalar; a container unchanged.
    private var foundationScalar: Any {
        switch self {
        case .null, .error: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let number): number.foundationNumber
        case .string(let text): text
        case .array, .object: self
        }
    }
}

extension JSON: RawRepresentable {
    /// Creates the value of `rawValue`, as `JSON(_:)` does; nil if JSON cannot represent it.
    ///
    /// - Parameter rawValue: the object.
    public init?(rawValue: Any) {
        let json = JSON(rawValue)
        guard json.type != .unknown else { return nil }
        self = json
    }

    /// The value as Foundation's classes, as `object`.
    ///
    /// - Complexity: O(*n*).
    public var rawValue: Any { object }
}
