extension JSON {
    /// The value of the member named `key`, or `.error`.
    ///
    /// ```swift
    /// let name = json["user"]["name"].string
    /// ```
    ///
    /// - Complexity: as `JSONObject.subscript(_:)`.
    public subscript(key: String) -> JSON {
        if case .object(let object) = self {
            var name = key
            if case .view(let document, let index) = object.storage {
                let member = name.withUTF8 { document.member($0, ofObjectAt: index) }
                if member != 0 { return JSON(document, member) }
            } else if let value = object[key] {
                return value
            }
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
