extension JSON {
    /// The value of the member named `key`, or `.error`.
    ///
    /// ```swift
    /// let name = json["user"]["name"].string
    /// ```
    ///
    /// - Complexity: as `JSONObject.subscript(_:)`.
    public subscript(key: String) -> JSON {
        if let view = objectView {
            // SAFETY: `self` holds the document.
            let member = withExtendedLifetime(self) {
                key.withName { name in view.document.with { $0.member(name, ofObjectAt: view.index) } }
            }
            if member != 0 { return withExtendedLifetime(self) { JSON(view.document, member) } }
        } else if case .object(let object) = self, let value = object[key] {
            return value
        }
        return failedStep(.key(key))
    }

    /// The element with the number `index`, from 0, or `.error`.
    ///
    /// - Complexity: as `JSONArray.subscript(_:)`.
    public subscript(index: Int) -> JSON {
        if case .array(let array) = self, index >= 0, index < array.count { return array[index] }
        return failedStep(.index(index))
    }

    /// The value at the end of the steps, or `.error` of the first step that fails; without steps the value itself.
    ///
    /// ```swift
    /// let name = json["statuses", 3, "user", "name"].string
    /// ```
    public subscript(path: any JSONSubscriptType...) -> JSON {
        follow(path.map(\.jsonKey))
    }

    /// The value at the end of the steps, or `.error` of the first step that fails; without steps the value itself.
    ///
    /// ```swift
    /// let path: [JSONSubscriptType] = ["statuses", 3, "user", "name"]
    /// let name = json[path].string
    /// ```
    public subscript(path: [any JSONSubscriptType]) -> JSON {
        follow(path.map(\.jsonKey))
    }

    /// The document and the position of an object that is a view; the reference is not counted, which on this path
    /// would cost more than the lookup.
    @inline(__always)
    private var objectView: (document: DocumentReference, index: Int)? {
        guard case .object(let object) = self, case .view(let document, let index) = object.storage else { return nil }
        return (DocumentReference(document), index)
    }

    @inline(never)
    private func failedStep(_ step: JSONKey) -> JSON {
        .error(.step(from: self, [step], at: self))
    }

    private func follow(_ steps: [JSONKey]) -> JSON {
        var value = self
        for (depth, step) in steps.enumerated() {
            switch (step, value) {
            case (.key(let key), .object(let object)):
                if let member = object[key] { value = member; continue }
            case (.index(let index), .array(let array)):
                if index >= 0, index < array.count { value = array[index]; continue }
            default:
                break
            }
            return .error(.step(from: self, Array(steps[...depth]), at: value))
        }
        return value
    }
}
