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
        return lines.filter { lines.isName($0.name, name) }.map { lines.text($0.value) }
    }

    /// The value of the field of that name; joined by ", ", if it came in several lines; nil if there is none.
    public func value(for name: String) -> String? {
        let values = values(for: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// How many bytes the body has, as the server says: nil unless there is one `Content-Length`, or several that say
    /// the same, and it is a number from 0 to 2⁶³ - 1.
    ///
    /// A body that was decoded has another length.
    public var contentLength: Int64? {
        var length: Int64?
        for value in values(for: "Content-Length") {
            for part in value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                guard let number = Int64(digits: part), length == nil || length == number else { return nil }
                length = number
            }
        }
        return length
    }
}

extension Int64 {
    /// A number of ASCII digits, with spaces around it.
    fileprivate init?(digits: Substring.UTF8View) {
        let spaces: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
        var digits = digits.drop { spaces.contains($0) }
        while let last = digits.last, spaces.contains(last) { digits.removeLast() }
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(Substring(digits))
        else { return nil }
        self = number
    }
}

extension String {
    /// With small letters for the capital ones of ASCII.
    fileprivate var lowercasedASCII: String {
        String(decoding: utf8.map(\.lowercasedASCII), as: UTF8.self)
    }
}
