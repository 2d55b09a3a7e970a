// Assigning never fails aloud; its rules are SwiftyJSON's. `set(_:at:)` is the same with an error that says why.
//
// A change takes the value out of each container on the way and puts it back afterwards, so that every container is
// referred to once and is changed in place.

extension JSON {
    /// The value of the member named `key`, or `.error`; settable.
    ///
    /// ```swift
    /// let name = json["user"]["name"].string
    /// json["user"]["name"] = "Ada"
    /// ```
    ///
    /// Setting replaces the value of the member that lookup finds, or adds a member. It is ignored if this is no object,
    /// or if the new value is an error. Null is stored, and removes nothing.
    ///
    /// - Complexity: reading and changing as `JSONObject.subscript(_:)`.
    public subscript(key: String) -> JSON {
        get {
            if let view = objectView {
                // SAFETY: `self` holds the document.
                let member = withExtendedLifetime(self) {
                    view.document.with { $0.member(key, ofObjectAt: view.index) }
                }
                if member != 0 { return withExtendedLifetime(self) { JSON(oftenInteger: view.document, member) } }
            } else if case .object(let object) = self, let value = object[key] {
                return value
            }
            return failedStep(.key(key))
        }
        set {
            if case .error = newValue { return }
            guard case .object(var object) = self else { return }
            self = .null
            object.updateValue(newValue, forKey: key)
            self = .object(object)
        }
        _modify {
            guard case .object(var object) = self, let slot = object.slot(of: key) else {
                var added = failedStep(.key(key))
                defer { self[key] = added }
                yield &added
                return
            }
            self = .null
            var value = object.take(slot)
            defer {
                object.putBack(value, slot)
                self = .object(object)
            }
            yield &value
        }
    }

    /// The element with the number `index`, from 0, or `.error`; settable.
    ///
    /// Setting is ignored if there is no such element, or if the new value is an error.
    ///
    /// - Complexity: reading and changing as `JSONArray.subscript(_:)`.
    public subscript(index: Int) -> JSON {
        get {
            if case .array(let array) = self, index >= 0, index < array.count { return array[index] }
            return failedStep(.index(index))
        }
        set {
            if case .error = newValue { return }
            guard case .array(var array) = self, index >= 0, index < array.count else { return }
            self = .null
            array[index] = newValue
            self = .array(array)
        }
        _modify {
            guard case .array(var array) = self, index >= 0, index < array.count else {
                var failed = failedStep(.index(index))
                yield &failed
                return
            }
            self = .null
            var value = array.take(index)
            defer {
                array.putBack(value, index)
                self = .array(array)
            }
            yield &value
        }
    }

    /// The value at the end of the steps, or `.error` of the first step that fails; without steps the value itself.
    ///
    /// ```swift
    /// let name = json["statuses", 3, "user", "name"].string
    /// json["statuses", 3, "user", "name"] = "Ada"
    /// ```
    ///
    /// Setting is ignored where the setters of the single steps ignore it, and where a step before the last one fails:
    /// nothing is created on the way. Setting without steps does nothing.
    public subscript(path: any JSONSubscriptType...) -> JSON {
        get { self[path] }
        set { self[path] = newValue }
        _modify { yield &self[path] }
    }

    /// The value at the end of the steps, or `.error` of the first step that fails; without steps the value itself.
    ///
    /// ```swift
    /// let path: [JSONSubscriptType] = ["statuses", 3, "user", "name"]
    /// json[path].string = "Ada"
    /// ```
    ///
    /// Settable by the same rules as step by step in one call.
    public subscript(path: [any JSONSubscriptType]) -> JSON {
        get { follow(path.map(\.jsonKey)) }
        set {
            if case .error = newValue { return }
            if path.isEmpty { return }
            var target = MutationPath(into: &self, path.map(\.jsonKey))
            target.value = newValue
            target.writeBack(to: &self)
        }
        _modify {
            var target = MutationPath(into: &self, path.map(\.jsonKey))
            defer { target.writeBack(to: &self) }
            yield &target.value
        }
    }

    /// The document and the position of an object that is a view; the reference is not counted, which on this path
    /// would cost more than the lookup.
    @inline(__always)
    private var objectView: (document: DocumentReference, index: Int)? {
        guard case .object(let object) = self, case .view(let document, let index) = object.storage else { return nil }
        return (DocumentReference(document), index)
    }

    /// As `init(_:_:)`, with a shorter way to an integer.
    @inline(__always)
    private init(oftenInteger document: DocumentReference, _ index: Int) {
        if let value = document.with({ $0.shortInteger(index) }) {
            self = .number(JSONNumber(integer: value))
        } else {
            self.init(document, index)
        }
    }

    @inline(never)
    private func failedStep(_ step: JSONKey) -> JSON {
        .error(.step(from: self, [step], at: self))
    }

    func follow(_ steps: [JSONKey]) -> JSON {
        var value = self
        for (depth, step) in steps.enumerated() {
            guard let next = value.child(at: step) else {
                return .error(.step(from: self, Array(steps[...depth]), at: value))
            }
            value = next
        }
        return value
    }
}
