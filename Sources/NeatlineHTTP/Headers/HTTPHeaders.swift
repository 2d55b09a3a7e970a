/// Header fields, unique by name without regard to case, in the order they were added.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json", "X-Trace": "7"]
/// headers.add(.authorization(bearerToken: token))
/// headers["x-trace"] = nil
/// ```
///
/// A field that is given again replaces the earlier one in its place, with its name as it is written then. Lookups look at
/// one field after another: requests have a few.
///
/// Equal headers have the same names, as they are written, and values in the same order.
public struct HTTPHeaders: Sendable, Hashable {
    var fields: [HTTPHeader] = []

    /// No fields.
    public init() {}

    /// The fields of an array. Of several with one name the last counts, in the place of the first.
    public init(_ headers: [HTTPHeader]) {
        self.init(replacing: headers)
    }

    /// The fields of a dictionary, in its order, which is any. Of names that differ only in case any may count.
    public init(_ dictionary: [String: String]) {
        self.init(replacing: dictionary.lazy.map { HTTPHeader(name: $0.key, value: $0.value) })
    }

    /// Fields whose names are known to be distinct.
    init(distinct fields: [HTTPHeader]) {
        self.fields = fields
    }

    private init(replacing headers: some Collection<HTTPHeader>) {
        fields.reserveCapacity(headers.count)
        for header in headers { update(header) }
    }

    /// Adds a field, or replaces the one of that name.
    public mutating func add(name: String, value: String) {
        update(HTTPHeader(name: name, value: value))
    }

    /// Adds a field, or replaces the one of its name.
    public mutating func add(_ header: HTTPHeader) {
        update(header)
    }

    /// Adds a field, or replaces the one of that name.
    public mutating func update(name: String, value: String) {
        update(HTTPHeader(name: name, value: value))
    }

    /// Adds a field, or replaces the one of its name.
    public mutating func update(_ header: HTTPHeader) {
        if let place = place(of: header.name) {
            fields[place] = header
        } else {
            fields.append(header)
        }
    }

    /// Removes the field of that name, if there is one.
    public mutating func remove(name: String) {
        if let place = place(of: name) { fields.remove(at: place) }
    }

    /// Sorts the fields by their names, without regard to case.
    public mutating func sort() {
        fields.sort { $0.name.lowercased() < $1.name.lowercased() }
    }

    /// The same fields sorted by their names, without regard to case.
    public func sorted() -> HTTPHeaders {
        var headers = self
        headers.sort()
        return headers
    }

    /// The value of the field of that name, or nil.
    public func value(for name: String) -> String? {
        place(of: name).map { fields[$0].value }
    }

    /// The value of the field of that name. Setting nil removes the field.
    public subscript(_ name: String) -> String? {
        get { value(for: name) }
        set {
            if let newValue {
                update(name: name, value: newValue)
            } else {
                remove(name: name)
            }
        }
    }

    /// Names and values, without their order.
    public var dictionary: [String: String] {
        var dictionary = [String: String](minimumCapacity: fields.count)
        for field in fields { dictionary[field.name] = field.value }
        return dictionary
    }

    private func place(of name: String) -> Int? {
        for place in fields.indices where fields[place].name.isSameFieldName(as: name) { return place }
        return nil
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Fields in the order of the literal. Of several with one name the last counts, in the place of the first.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(replacing: elements.lazy.map { HTTPHeader(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders: ExpressibleByArrayLiteral {
    /// Fields in the order of the literal. Of several with one name the last counts, in the place of the first.
    public init(arrayLiteral elements: HTTPHeader...) {
        self.init(elements)
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The first field's place.
    public var startIndex: Int { fields.startIndex }
    /// The place behind the last field.
    public var endIndex: Int { fields.endIndex }

    /// The field at a place.
    public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible {
    /// A line for each field, in their order.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }
}
