// Typed properties for arrays and objects; see `JSON+Reading.swift`.

extension JSON {
    /// The elements as a Swift array; nil for all other types. Setting nil stores null.
    ///
    /// - Complexity: O(*n*): each element is created. `elements` is a view, which creates none and is changed in place.
    public var array: [JSON]? {
        get { elements.map(Array.init) }
        set { replace(with: newValue.map { JSONArray($0) }) }
        _modify {
            var array = array
            let exists = array != nil
            defer {
                if exists || array != nil { self.array = array } else { reportIgnoredChange(expected: "an array") }
            }
            yield &array
        }
    }

    /// The elements as a Swift array; empty for all other types.
    ///
    /// - Complexity: O(*n*).
    public var arrayValue: [JSON] { array ?? [] }

    /// The members as a Swift dictionary, without their order; nil for all other types. Setting nil stores null;
    /// setting a dictionary sorts its members by their names.
    ///
    /// - Complexity: O(*n*): each member is created. `members` is a view, which creates none, keeps the order, and is
    ///   changed in place.
    public var dictionary: [String: JSON]? {
        get {
            guard let members else { return nil }
            var dictionary: [String: JSON] = [:]
            dictionary.reserveCapacity(members.count)
            for (key, value) in members where !members.firstMemberWins || dictionary[key] == nil {
                dictionary[key] = value
            }
            return dictionary
        }
        set { if let newValue { self = JSON(newValue) } else { self = .null } }
        _modify {
            var dictionary = dictionary
            let exists = dictionary != nil
            defer {
                if exists || dictionary != nil {
                    self.dictionary = dictionary
                } else {
                    reportIgnoredChange(expected: "an object")
                }
            }
            yield &dictionary
        }
    }

    /// The members as a Swift dictionary, without their order; empty for all other types.
    ///
    /// - Complexity: O(*n*).
    public var dictionaryValue: [String: JSON] { dictionary ?? [:] }

    /// The array's elements, created when they are read; nil for all other types. Setting nil stores null.
    ///
    /// ```swift
    /// json["list"].elements?.append(5)
    /// json["list"].elements?.removeAll { $0 == 3 }
    /// ```
    public var elements: JSONArray? {
        get {
            if case .array(let array) = self { return array }
            return nil
        }
        set { replace(with: newValue) }
        _modify {
            var elements: JSONArray?
            if case .array(let array) = self { elements = array }
            let exists = elements != nil
            // The reference in `self` must not count.
            if exists { self = .null }
            defer {
                if exists || elements != nil {
                    replace(with: elements)
                } else {
                    reportIgnoredChange(expected: "an array")
                }
            }
            yield &elements
        }
    }

    /// The object's members in their order, created when they are read; nil for all other types. Setting nil stores
    /// null.
    ///
    /// ```swift
    /// json["user"].members?.removeValue(forKey: "password")
    /// ```
    public var members: JSONObject? {
        get {
            if case .object(let object) = self { return object }
            return nil
        }
        set { replace(with: newValue) }
        _modify {
            var members: JSONObject?
            if case .object(let object) = self { members = object }
            let exists = members != nil
            // The reference in `self` must not count.
            if exists { self = .null }
            defer {
                if exists || members != nil {
                    replace(with: members)
                } else {
                    reportIgnoredChange(expected: "an object")
                }
            }
            yield &members
        }
    }
}

extension JSONObject {
    /// Whether the first of several members with one name is the effective one, instead of the last.
    var firstMemberWins: Bool {
        switch storage {
        case .view(let document, _): document.firstMemberWins
        case .owned(let storage): storage.firstMemberWins
        }
    }
}
