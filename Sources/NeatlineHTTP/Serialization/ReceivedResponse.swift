public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a request brought, as serializers get it.
///
/// Its `HTTPURLResponse` is only made if somebody asks for ``response``; ``statusCode`` and ``headerValue(_:)`` cost less.
public struct ReceivedResponse: Sendable {
    /// The last request that was sent, or was to be sent; nil if none was made.
    public let request: URLRequest?
    let reply: ReceivedHead?
    /// The body; nil if there is none.
    public let data: Data?
    /// Why the request failed, or was not valid; nil if neither.
    public let error: (any Error)?
    /// Who keeps what serializers of one body share; nil if code made the response.
    let owner: DataRequest?

    init(
        request: URLRequest?, reply: ReceivedHead?, data: Data?, error: (any Error)?, owner: DataRequest? = nil
    ) {
        self.owner = owner
        self.request = request
        self.reply = reply
        self.data = data
        self.error = error
    }

    /// Made by code, such as a test of a serializer.
    public init(request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?) {
        self.init(request: request, reply: response.map(ReceivedHead.made), data: data, error: error)
    }

    /// The head of the response; nil if none came whole.
    public var response: HTTPURLResponse? { reply?.response }

    /// The status; nil if there is no response.
    public var statusCode: Int? { reply?.status }

    /// The value of a header field of the response, without regard to case; nil if it has none.
    public func headerValue(_ name: String) -> String? { reply?.value(for: name) }

    /// The values of all header fields of that name, without regard to case, in the order they came.
    public func headerValues(_ name: String) -> [String] { reply?.values(for: name) ?? [] }
}
