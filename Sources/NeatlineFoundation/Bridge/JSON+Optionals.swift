internal import NeatlineJSON

extension JSON {
    /// What was read, to be changed through an optional; nothing is stored if it was nil and stays nil.
    ///
    /// Without this, `json.arrayObject?.append(1)` on what is no array would store the nil that it found, hence null.
    subscript<Value>(read value: Value?, store: (inout JSON, Value?) -> Void) -> Value? {
        get { value }
        _modify {
            var changed = value
            defer { if value != nil || changed != nil { store(&self, changed) } }
            yield &changed
        }
    }
}
