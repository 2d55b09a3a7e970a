#if canImport(FoundationNetworking)
internal import Foundation
#else
public import Foundation
#endif

/// A collection of header fields with unique, case-insensitive names, in the order in which they were added.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json", "X-Trace": "7"]
/// headers.add(.authorization(bearerToken: token))
/// headers["x-trace"] = nil
/// ```
///
/// Adding a field whose name exists replaces the earlier field at its position, including the spelling of its name.
/// Look-ups are linear, because requests have few fields.
///
/// Equal headers have the same names, in the same spelling, and values in the same order.
public struct HTTPHeaders: Sendable, Hashable {
    var fields: [HTTPHeader] = []

    /// Creates a collection without fields.
    public init() {}

    /// Creates headers from an array. If a name is repeated, the last field is used, at the position of the first.
    ///
    /// - Parameter headers: The fields.
    public init(_ headers: [HTTPHeader]) {
        self.init(replacing: headers)
    }

    /// Creates headers from a dictionary, in any order. If names differ only in case, any of them is used.
    ///
    /// - Parameter dictionary: The names and values.
    public init(_ dictionary: [String: String]) {
        self.init(replacing: dictionary.lazy.map { HTTPHeader(name: $0.key, value: $0.value) })
    }

    /// Creates headers from fields with distinct names.
    init(distinct fields: [HTTPHeader]) {
        self.fields = fields
    }

    private init(replacing headers: some Collection<HTTPHeader>) {
        fields.reserveCapacity(headers.count)
        for header in headers { update(header) }
    }

    /// Adds a field, or replaces the one with the same name.
    ///
    /// - Parameters:
    ///   - name: The name, in any case.
    ///   - value: The value.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public mutating func add(name: String, value: String) {
        update(HTTPHeader(name: name, value: value))
    }

    /// Adds a field, or replaces the one with the same name.
    ///
    /// - Parameter header: The field.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public mutating func add(_ header: HTTPHeader) {
        update(header)
    }

    /// Adds a field, or replaces the one with the same name.
    ///
    /// - Parameters:
    ///   - name: The name, in any case.
    ///   - value: The value.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public mutating func update(name: String, value: String) {
        update(HTTPHeader(name: name, value: value))
    }

    /// Adds a field, or replaces the one with the same name.
    ///
    /// - Parameter header: The field.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public mutating func update(_ header: HTTPHeader) {
        if let position = position(of: header.name) {
            fields[position] = header
        } else {
            fields.append(header)
        }
    }

    /// Removes the field with a name, if there is one.
    ///
    /// - Parameter name: The name, in any case.
    public mutating func remove(name: String) {
        if let position = position(of: name) { fields.remove(at: position) }
    }

    /// Sorts the fields by name, ignoring case.
    public mutating func sort() {
        fields.sort { $0.name.lowercased() < $1.name.lowercased() }
    }

    /// Returns the fields sorted by name, ignoring case.
    public func sorted() -> HTTPHeaders {
        var headers = self
        headers.sort()
        return headers
    }

    /// Returns the value of the field with a name.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: The value; `nil` if there is no such field.
    /// - Complexity: O(*n*), where *n* is the number of fields.
    public func value(for name: String) -> String? {
        position(of: name).map { fields[$0].value }
    }

    /// Accesses the value of the field with a name. Setting `nil` removes the field.
    ///
    /// - Parameter name: The name, in any case.
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

    /// The names and values as a dictionary.
    public var dictionary: [String: String] {
        var dictionary = [String: String](minimumCapacity: fields.count)
        for field in fields { dictionary[field.name] = field.value }
        return dictionary
    }

    private func position(of name: String) -> Int? {
        for position in fields.indices where fields[position].name.isSameFieldName(as: name) { return position }
        return nil
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// Creates headers in the order of a literal. If a name is repeated, the last field is used, at the position of the
    /// first.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(replacing: elements.lazy.map { HTTPHeader(name: $0.0, value: $0.1) })
    }
}

extension HTTPHeaders: ExpressibleByArrayLiteral {
    /// Creates headers in the order of a literal. If a name is repeated, the last field is used, at the position of the
    /// first.
    public init(arrayLiteral elements: HTTPHeader...) {
        self.init(elements)
    }
}

extension HTTPHeaders: RandomAccessCollection {
    /// The index of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The index after the last field.
    public var endIndex: Int { fields.endIndex }

    /// Accesses the field at an index.
    public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible {
    /// The fields in their order, one per line.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }
}

/// A header field: a name and a value.
public struct HTTPHeader: Sendable, Hashable {
    /// The name, as it is sent.
    public let name: String
    /// The value, as it is sent.
    public let value: String

    /// Creates a header field. If the name or the value contains a line break, requests with the field fail.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPHeader: CustomStringConvertible {
    /// The field as `name: value`.
    public var description: String { "\(name): \(value)" }
}

extension HTTPHeader {
    /// Returns an `Accept` field: the content types that the response may have.
    public static func accept(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept", value: value)
    }

    /// Returns an `Accept-Charset` field: the character encodings that the response may have.
    public static func acceptCharset(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Charset", value: value)
    }

    /// Returns an `Accept-Language` field: the preferred languages of the response.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }

    /// Returns an `Accept-Encoding` field: the content codings that the response may have.
    public static func acceptEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Encoding", value: value)
    }

    /// Returns an `Authorization` field with the Basic scheme (RFC 7617), whose credentials are UTF-8 in Base64.
    ///
    /// - Parameters:
    ///   - username: The user name. It must not contain a colon, after which the password begins.
    ///   - password: The password.
    public static func authorization(username: String, password: String) -> HTTPHeader {
        authorization("Basic \(Data("\(username):\(password)".utf8).base64EncodedString())")
    }

    /// Returns an `Authorization` field with the Bearer scheme (RFC 6750).
    ///
    /// - Parameter bearerToken: The token.
    public static func authorization(bearerToken: String) -> HTTPHeader {
        authorization("Bearer \(bearerToken)")
    }

    /// Returns an `Authorization` field with any scheme.
    public static func authorization(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Authorization", value: value)
    }

    /// Returns a `Content-Disposition` field with this value.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }

    /// Returns a `Content-Encoding` field: the content codings of the body.
    public static func contentEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Encoding", value: value)
    }

    /// Returns a `Content-Type` field: the media type of the body.
    public static func contentType(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Type", value: value)
    }

    /// Returns a `User-Agent` field: the program that sends the request.
    public static func userAgent(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "User-Agent", value: value)
    }

    /// Returns a `Sec-WebSocket-Protocol` field with this value.
    public static func websocketProtocol(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Sec-WebSocket-Protocol", value: value)
    }
}

extension URLRequest {
    /// The header fields of the request, in any order. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { allHTTPHeaderFields.map(HTTPHeaders.init) ?? HTTPHeaders() }
        set { allHTTPHeaderFields = newValue.dictionary }
    }
}

extension HTTPURLResponse {
    /// The header fields of the response, in any order. Several fields with the same name are joined by commas.
    public var headers: HTTPHeaders { HTTPHeaders(anyFields: allHeaderFields) }
}

extension URLSessionConfiguration {
    /// The default header fields of requests. Fields of a request take precedence. Setting them replaces all.
    public var headers: HTTPHeaders {
        get { HTTPHeaders(anyFields: httpAdditionalHeaders ?? [:]) }
        set { httpAdditionalHeaders = newValue.dictionary }
    }
}

extension HTTPHeaders {
    /// Creates headers from the fields whose names and values are strings or convertible to one.
    fileprivate init(anyFields: [AnyHashable: Any]) {
        self.init(
            anyFields.compactMap { name, value in
                (name.base as? String).map {
                    HTTPHeader(name: $0, value: value as? String ?? String(describing: value))
                }
            })
    }
}
