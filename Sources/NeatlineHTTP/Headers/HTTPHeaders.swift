/// Header fields, unique by name without regard to case, in the order they were added.
public struct HTTPHeaders: Sendable, Hashable {
    var fields: [HTTPHeader] = []
    public init() {}
}

/// One header field.
public struct HTTPHeader: Sendable, Hashable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
