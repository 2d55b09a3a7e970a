import Foundation
import HTTPTypes
import NeatlineHTTP
import OpenAPIRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the requests of clients that Swift OpenAPI Generator has generated, with a `Session`.
///
/// Responses are returned as the server has sent them, whatever their status. Bodies are streamed in both directions: a
/// slow reader slows the server down, and a slow server the sequence that provides the request's body. Cancelling the
/// task, or releasing a body before its end, ends the transfer.
///
/// The settings of the session apply. The default session follows no redirects, caches nothing and has no cookies. An
/// error is the session's `AFError`, the error of the sequence that has provided the request's body, or a
/// `CancellationError`.
struct NeatlineTransport: ClientTransport {
    private let session: Session

    /// Creates a transport.
    ///
    /// - Parameter session: Sends the requests. Its interceptors may adapt requests, and retry them until the head of a
    ///   response was received.
    init(session: Session = NeatlineTransport.makeSession()) { self.session = session }

    /// Creates a session without redirects, cache and cookies.
    static func makeSession() -> Session {
        let configuration = URLSessionConfiguration.af.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        return Session(configuration: configuration, redirectHandler: Redirector.doNotFollow)
    }

    func send(
        _ request: HTTPRequest, body: HTTPBody?, baseURL: URL, operationID: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        let outgoing = try await OutgoingRequest(URLRequest(request, baseURL: baseURL), body: body)
        let transfer = Transfer(outgoing, in: session)
        return try await withTaskCancellationHandler {
            let head = try await transfer.head()
            if request.method == .head || head.status.code == 204 || head.status.code == 304 {
                // Reads the end, so that the connection can be used again.
                while try await transfer.next() != nil {}
                return (head, nil)
            }
            let body = HTTPBody(Chunks(transfer: transfer), length: head.bodyLength, iterationBehavior: .single)
            return (head, body)
        } onCancel: {
            transfer.cancel()
        }
    }
}

extension HTTPResponse {
    /// The announced length, unless the transport decodes the body.
    fileprivate var bodyLength: HTTPBody.Length {
        guard headerFields[.contentEncoding] == nil, let length = headerFields[.contentLength].flatMap({ Int64($0) })
        else { return .unknown }
        return .known(length)
    }
}

extension URLRequest {
    /// Creates a request for a path below a base URL. The escapes of both remain as they are; a query of the base URL is
    /// not used.
    ///
    /// A `URLRequest` has one value for each name, so values of fields with the same name are joined, which means the
    /// same (RFC 9110, section 5.3). The order of names is not kept.
    ///
    /// - Throws: `AFError.invalidURL(url:)`.
    fileprivate init(_ request: HTTPRequest, baseURL: URL) throws {
        var text = String(baseURL.absoluteString.prefix { $0 != "?" && $0 != "#" })
        let path = request.path ?? ""
        if path.hasPrefix("/"), text.hasSuffix("/") { text.removeLast() }
        text += path
        self.init(url: try text.asURL())
        httpMethod = request.method.rawValue
        var fields: [HTTPField.Name: String] = [:]
        for field in request.headerFields {
            let separator = field.name == .cookie ? "; " : ", "
            fields[field.name] = fields[field.name].map { $0 + separator + field.value } ?? field.value
        }
        for (name, value) in fields { setValue(value, forHTTPHeaderField: name.rawName) }
    }
}

/// The chunks of a response's body.
private struct Chunks: AsyncSequence, Sendable {
    let transfer: Transfer

    func makeAsyncIterator() -> Iterator { Iterator(transfer: transfer) }

    struct Iterator: AsyncIteratorProtocol {
        let transfer: Transfer

        mutating func next() async throws -> ArraySlice<UInt8>? { try await transfer.next() }
    }
}

/// A request that was started, and its response.
///
/// Unchecked Sendable because one task at a time reads the head and the chunks.
private final class Transfer: @unchecked Sendable {
    /// Retained, because requests end with their session.
    private let session: Session
    private let outgoing: OutgoingRequest
    private let request: DataStreamRequest
    private var heads: StreamOf<HTTPURLResponse>.Iterator
    /// Cancels the request when it is released before the end.
    private let chunks: DataStreamTask.Stream<Data, Never>.Iterator
    /// The number of retries before the response.
    private var retryCount = 0
    private var isOver = false

    init(_ outgoing: OutgoingRequest, in session: Session) {
        self.session = session
        self.outgoing = outgoing
        request = session.streamRequest(outgoing)
        heads = request.httpResponses().makeAsyncIterator()
        // Starts the request.
        chunks = request.streamTask().streamingData().makeAsyncIterator()
    }

    deinit { outgoing.endBody() }

    func cancel() {
        request.cancel()
        outgoing.endBody()
    }

    /// Waits for the head of the response.
    func head() async throws -> HTTPResponse {
        guard let response = await heads.next() else {
            // Throws the error of the request.
            while try await next() != nil {}
            throw AFError.sessionTaskFailed(error: URLError(.badServerResponse))
        }
        retryCount = request.retryCount
        // A retry has no response yet, or another.
        guard response === request.response else { throw restarted() }
        var fields = HTTPFields()
        for header in request.responseHeaders {
            if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
        }
        return HTTPResponse(status: .init(code: response.statusCode), headerFields: fields)
    }

    /// Waits for the next chunk of the body; `nil` at its end.
    func next() async throws -> ArraySlice<UInt8>? {
        if isOver { return nil }
        var chunks = chunks
        switch await chunks.next()?.event {
        case .stream(.success(let data)):
            guard request.retryCount == retryCount else { throw restarted() }
            return ArraySlice(data)
        case .complete(let completion):
            isOver = true
            outgoing.endBody()
            guard let error = completion.error else { return nil }
            try Task.checkCancellation()
            throw outgoing.bodyError ?? error
        case nil:
            cancel()
            throw CancellationError()
        }
    }

    /// Ends the request, and returns the error of a response whose body would begin again.
    private func restarted() -> any Error {
        isOver = true
        cancel()
        return AFError.sessionTaskFailed(error: URLError(.networkConnectionLost))
    }
}
