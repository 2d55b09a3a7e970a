// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// A stub of Swift HTTP Types 1. It declares and implements what the recipes use. The framework is
// https://github.com/apple/swift-http-types.

/// A header field.
public struct HTTPField: Sendable, Hashable {
    /// A name. Names that differ only in case are equal.
    public struct Name: Sendable, Hashable {
        public let rawName: String
        public var canonicalName: String { rawName.lowercased() }

        public init?(_ name: String) {
            if name.isEmpty || !name.utf8.allSatisfy(Self.isTokenByte) { return nil }
            rawName = name
        }

        private init(token: StaticString) { rawName = "\(token)" }

        /// Whether a byte may be in a token (RFC 9110, section 5.6.2).
        private static func isTokenByte(_ byte: UInt8) -> Bool {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
        }

        public static let accept = Name(token: "Accept")
        public static let contentEncoding = Name(token: "Content-Encoding")
        public static let contentLength = Name(token: "Content-Length")
        public static let contentType = Name(token: "Content-Type")
        public static let cookie = Name(token: "Cookie")
        public static let setCookie = Name(token: "Set-Cookie")

        public static func == (left: Name, right: Name) -> Bool { left.canonicalName == right.canonicalName }
        public func hash(into hasher: inout Hasher) { hasher.combine(canonicalName) }
    }

    public var name: Name
    public var value: String

    public init(name: Name, value: String) {
        self.name = name
        self.value = value
    }
}

/// Header fields in their order; names may be repeated.
public struct HTTPFields: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    private var fields: [HTTPField] = []

    public init() {}
    public init(dictionaryLiteral elements: (HTTPField.Name, String)...) {
        fields = elements.map { HTTPField(name: $0, value: $1) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { fields.count }
    public subscript(position: Int) -> HTTPField { fields[position] }

    public mutating func append(_ field: HTTPField) { fields.append(field) }

    /// The values of all fields with a name.
    public subscript(values name: HTTPField.Name) -> [String] { fields.filter { $0.name == name }.map(\.value) }

    /// The values of all fields with a name, joined.
    public subscript(name: HTTPField.Name) -> String? {
        get {
            let values = self[values: name]
            return values.isEmpty ? nil : values.joined(separator: name == .cookie ? "; " : ", ")
        }
        set {
            fields.removeAll { $0.name == name }
            if let newValue { fields.append(HTTPField(name: name, value: newValue)) }
        }
    }
}

public struct HTTPRequest: Sendable, Hashable {
    public struct Method: Sendable, Hashable {
        public let rawValue: String
        public init?(_ name: String) { rawValue = name }
        private init(token: StaticString) { rawValue = "\(token)" }

        public static let get = Method(token: "GET")
        public static let head = Method(token: "HEAD")
        public static let post = Method(token: "POST")
        public static let put = Method(token: "PUT")
        public static let delete = Method(token: "DELETE")
    }

    public var method: Method
    public var scheme: String?
    public var authority: String?
    public var path: String?
    public var headerFields: HTTPFields

    public init(
        method: Method, scheme: String?, authority: String?, path: String?, headerFields: HTTPFields = HTTPFields()
    ) {
        self.method = method
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.headerFields = headerFields
    }
}

public struct HTTPResponse: Sendable, Hashable {
    public struct Status: Sendable, Hashable {
        public let code: Int
        public init(code: Int) { self.code = code }

        public static let ok = Status(code: 200)
        public static let unprocessableContent = Status(code: 422)
    }

    public var status: Status
    public var headerFields: HTTPFields

    public init(status: Status, headerFields: HTTPFields = HTTPFields()) {
        self.status = status
        self.headerFields = headerFields
    }
}
