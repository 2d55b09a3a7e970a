internal import NeatlineJSON

// The common implementation of the setters of optional properties such as `arrayObject` and `url`.

extension JSON {
    /// A value that was read, to be changed through an optional; nothing is stored if it was nil and remains nil.
    ///
    /// Without this, `json.arrayObject?.append(1)` on a value that is not an array would store nil, hence null.
    subscript<Value>(read value: Value?, store: (inout JSON, Value?) -> Void) -> Value? {
        get { value }
        _modify {
            var changed = value
            defer { if value != nil || changed != nil { store(&self, changed) } }
            yield &changed
        }
    }
}
