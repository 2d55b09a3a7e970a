extension TransportResponseHead {
    /// All header fields in their order. Those that came in several lines are one, joined by ", ", in the place of the
    /// first; `Set-Cookie`, which cannot be joined without loss, is better read by ``values(for:)``.
    ///
    /// The lines are read at each call.
    public var headers: HTTPHeaders {
        let lines = HeaderLines(self.lines)
        var names: [String] = []
        var values: [String] = []
        // A few fields are found fastest by looking at each; a server may send a hundred thousand, though.
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

    /// The values of all fields of that name, without regard to case, in the order they came.
    public func values(for name: String) -> [String] {
        let lines = HeaderLines(self.lines)
        return lines.filter { lines.has($0, name: name) }.map { lines.text($0.value) }
    }

    /// The value of the field of that name; joined by ", ", if it came in several lines; nil if there is none.
    public func value(for name: String) -> String? {
        let values = values(for: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }
}
