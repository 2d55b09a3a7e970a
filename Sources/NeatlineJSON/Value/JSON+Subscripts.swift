// Subscripts with SwiftyJSON's rules: an assignment that is not possible is ignored; `set(_:at:)` throws instead, and
// `tryChange(_:)` detects it.
//
// A change takes the value out of each container on the path and writes it back afterwards, so that every container has
// one reference and is changed in place.

extension JSON {
    /// The value of the member named `key`, or `.error` if there is none.
    ///
    /// ```swift
    /// let name = json["user"]["name"].string
    /// json["user"]["name"] = "Ada"
    /// ```
    ///
    /// Setting replaces the value of the effective member, or adds a member. It is ignored if this is not an object, or
    /// if the new value is an error. Setting null stores null, and removes nothing. If a value that exists becomes an error
    /// while it is changed in place, as by `json["user"].object = value` with a value that JSON cannot represent, null is stored.
    ///
    /// - Parameter key: the name.
    /// - Complexity: as `JSONObject.subscript(_:)`.
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
            if case .error(let error) = newValue { return reportIgnoredStep(error) }
            guard case .object(var object) = self else { return reportIgnoredStep(.key(key)) }
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
                value.reportStoredError()
                object.putBack(value, slot)
                self = .object(object)
            }
            yield &value
        }
    }

    /// The element with the number `index`, or `.error` if there is none.
    ///
    /// Setting is ignored if there is no such element, or if the new value is an error.
    ///
    /// - Parameter index: the number, from 0.
    /// - Complexity: as `JSONArray.subscript(_:)`.
    public subscript(index: Int) -> JSON {
        get {
            if case .array(let array) = self, index >= 0, index < array.count { return array[index] }
            return failedStep(.index(index))
        }
        set {
            if case .error(let error) = newValue { return reportIgnoredStep(error) }
            guard case .array(var array) = self, index >= 0, index < array.count else {
                return reportIgnoredStep(.index(index))
            }
            self = .null
            array[index] = newValue
            self = .array(array)
        }
        _modify {
            guard case .array(var array) = self, index >= 0, index < array.count else {
                var failed = failedStep(.index(index))
                defer { reportIgnoredStep(.index(index)) }
                yield &failed
                return
            }
            self = .null
            var value = array.take(index)
            defer {
                value.reportStoredError()
                array.putBack(value, index)
                self = .array(array)
            }
            yield &value
        }
    }

    // The next subscript is disfavored: otherwise the compiler considers it wherever there is one step, and an array of six elements
    // such as `json["a"]["b"]` takes it ten seconds.

    /// The value at a path, or `.error` of the first step that fails; for an empty path the value itself.
    ///
    /// ```swift
    /// let name = json["statuses", 3, "user", "name"].string
    /// json["statuses", 3, "user", "name"] = "Ada"
    /// ```
    ///
    /// Setting is ignored if a step before the last one fails, or where the setter for a single step ignores it: no
    /// containers are created on the path. Setting with an empty path is ignored.
    ///
    /// - Parameter path: the steps to the value.
    @_disfavoredOverload
    public subscript(path: any JSONSubscriptType...) -> JSON {
        get { self[path] }
        set { self[path] = newValue }
        _modify { yield &self[path] }
    }

    /// The value at a path given as an array, or `.error` of the first step that fails.
    ///
    /// ```swift
    /// let path: [JSONSubscriptType] = ["statuses", 3, "user", "name"]
    /// json[path].string = "Ada"
    /// ```
    ///
    /// Setting follows the rules of the subscript with separate steps.
    ///
    /// - Parameter path: the steps to the value.
    public subscript(path: [any JSONSubscriptType]) -> JSON {
        get { follow(path.map(\.jsonKey)) }
        set {
            if case .error(let error) = newValue { return reportIgnoredStep(error) }
            if path.isEmpty { return reportIgnoredStep(.noStep(from: self)) }
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

    /// The document and the position of an object that is a view. The reference is not counted, which would take longer
    /// than the lookup.
    @inline(__always)
    private var objectView: (document: TapeHandle, index: Int)? {
        guard case .object(let object) = self, case .view(let document, let index) = object.storage else { return nil }
        return (TapeHandle(document), index)
    }

    /// Creates the value at a position, with a faster path for integers.
    @inline(__always)
    private init(oftenInteger document: TapeHandle, _ index: Int) {
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

    /// Reports that a change was ignored because a step from this value fails.
    @inline(never)
    private func reportIgnoredStep(_ step: JSONKey) { reportIgnoredStep(.step(from: self, [step], at: self)) }

    /// Reports that a change of a part was ignored. If this is an error, the subscript that has returned it reports, so that
    /// each change is reported once.
    @inline(never)
    func reportIgnoredStep(_ error: @autoclosure () -> JSONError) {
        if case .error = self { return }
        IgnoredChanges.report(error())
    }

    /// Reports that a part which was changed in place has become an error, of which null is stored: the value before is gone.
    @inline(__always)
    func reportStoredError() {
        if case .error(let error) = self { IgnoredChanges.report(error) }
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
