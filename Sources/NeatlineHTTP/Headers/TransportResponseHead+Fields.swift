extension TransportResponseHead {
    /// All header fields in their order. Several fields with the same name are joined by ", " at the position of the
    /// first; use ``values(for:)`` for `Set-Cookie`, which cannot be joined without loss.
    ///
    /// - Complexity: O(*n*), where *n* is the length of the lines, for each access.
    public var headers: HTTPHeaders {
        let lines = HeaderLines(self.lines)
        var names: [String] = []
        var values: [String] = []
        // A linear search is fastest for few fields, but a server may send a hundred thousand.
        var places: [String: Int] = [:]
        for field in lines {
            let name = lines.text(field.name)
            let value = lines.text(field.value)
            let place =
                names.count <= 24
                ? names.firstIndex { $0.isSameFieldName(as: name) } : places[name.lowercasedASCII]
            if let place {
                values[place] += ", "
                values[place] += value
                continue
            }
            names.append(name)
            values.append(value)
            if names.count == 25 {
                for (place, name) in names.enumerated() { places[name.lowercasedASCII] = place }
            } else if names.count > 25 {
                places[name.lowercasedASCII] = names.count - 1
            }
        }
        return HTTPHeaders(distinct: zip(names, values).map { HTTPHeader(name: $0, value: $1) })
    }

    /// Returns the values of all fields with a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The values, in the order in which they were received.
    public func values(for name: String) -> [String] {
        let lines = HeaderLines(self.lines)
        return lines.filter { lines.has($0, name: name) }.map { lines.text($0.value) }
    }

    /// Returns the value of the field with a name; several values are joined by ", ".
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value; `nil` if there is no such field.
    public func value(for name: String) -> String? {
        let values = values(for: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }
}
