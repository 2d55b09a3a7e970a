internal import Foundation

/// A header field.
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
    ///
    /// - Parameter value: The value of the field.
    public static func accept(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept", value: value)
    }

    /// Returns an `Accept-Charset` field: the character encodings that the response may have.
    ///
    /// - Parameter value: The value of the field.
    public static func acceptCharset(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Charset", value: value)
    }

    /// Returns an `Accept-Language` field: the preferred languages of the response.
    ///
    /// - Parameter value: The value of the field.
    public static func acceptLanguage(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Accept-Language", value: value)
    }

    /// Returns an `Accept-Encoding` field: the content codings that the response may have.
    ///
    /// - Parameter value: The value of the field.
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
    ///
    /// - Parameter value: The value of the field.
    public static func authorization(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Authorization", value: value)
    }

    /// Returns a `Content-Disposition` field.
    ///
    /// - Parameter value: The value of the field.
    public static func contentDisposition(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Disposition", value: value)
    }

    /// Returns a `Content-Encoding` field: the content codings of the body.
    ///
    /// - Parameter value: The value of the field.
    public static func contentEncoding(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Encoding", value: value)
    }

    /// Returns a `Content-Type` field: the media type of the body.
    ///
    /// - Parameter value: The value of the field.
    public static func contentType(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Content-Type", value: value)
    }

    /// Returns a `User-Agent` field: the program that sends the request.
    ///
    /// - Parameter value: The value of the field.
    public static func userAgent(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "User-Agent", value: value)
    }

    /// Returns a `Sec-WebSocket-Protocol` field.
    ///
    /// - Parameter value: The value of the field.
    public static func websocketProtocol(_ value: String) -> HTTPHeader {
        HTTPHeader(name: "Sec-WebSocket-Protocol", value: value)
    }
}
