public import NeatlineHTTP
public import NeatlineJSON

/// A response of a ``MockTransport``.
///
/// ```swift
/// MockResponse.json(#"{"ok":true}"#)
/// MockResponse(status: 503, headers: ["Retry-After": "1"])
/// MockResponse.failure(.cannotConnect)
/// MockResponse.script([.head(200), .bytes("first"), .waitUntil(gate), .failure(.bodyIncomplete)])
/// ```
public struct MockResponse: Sendable {
    let steps: [MockStep]

    /// Creates a complete response. No header field is added, not even `Content-Length`.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    ///   - body: The bytes of the body.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Collection<UInt8> = [UInt8]()
    ) {
        let bytes = Array(body)
        steps = [.head(status, headers: headers)] + (bytes.isEmpty ? [] : [.bytes(bytes)])
    }

    /// Creates a complete response with a text in UTF-8 as its body.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    ///   - text: The text.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
        self.init(status: status, headers: headers, body: text.utf8)
    }

    private init(steps: [MockStep]) { self.steps = steps }

    /// Returns a response with JSON text.
    ///
    /// - Parameters:
    ///   - text: The JSON text, which is not checked.
    ///   - status: The status code.
    public static func json(_ text: String, status: Int = 200) -> MockResponse {
        MockResponse(status: status, headers: ["Content-Type": "application/json"], body: text.utf8)
    }

    /// Returns a response with a JSON value; `null` for one that cannot be represented, such as an error.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - status: The status code.
    public static func json(_ value: JSON, status: Int = 200) -> MockResponse {
        MockResponse(
            status: status, headers: ["Content-Type": "application/json"],
            body: (try? value.serialized()) ?? Array("null".utf8))
    }

    /// Returns a response with a status code and an empty body.
    ///
    /// - Parameter status: The status code.
    public static func status(_ status: Int) -> MockResponse { MockResponse(status: status) }

    /// Returns a redirect to another URL.
    ///
    /// - Parameters:
    ///   - location: The value of `Location`.
    ///   - status: The status code.
    public static func redirect(to location: String, status: Int = 302) -> MockResponse {
        MockResponse(status: status, headers: ["Location": location])
    }

    /// Returns an error instead of a response.
    ///
    /// - Parameter error: The error.
    public static func failure(_ error: TransportError) -> MockResponse { script([.failure(error)]) }

    /// Returns an error with a code instead of a response.
    ///
    /// - Parameter code: The code of the error.
    public static func failure(_ code: TransportError.Code) -> MockResponse { script([.failure(code)]) }

    /// No response: the request runs until it is cancelled.
    public static var never: MockResponse { script([.stall]) }

    /// Returns a response that is described by steps. It is complete after the last one.
    ///
    /// - Parameter steps: The steps, in their order.
    public static func script(_ steps: [MockStep]) -> MockResponse { MockResponse(steps: steps) }
}

/// A step of a response of a ``MockTransport``.
///
/// While the request is paused, no step begins, so a test can observe backpressure.
public struct MockStep: Sendable {
    enum Action: Sendable {
        case head(TransportResponseHead)
        case bytes([UInt8])
        case gate(TestGate)
        case delay(seconds: Double)
        case perform(@Sendable () -> Void)
        case failure(TransportError)
        case stall
    }

    let action: Action

    /// The head of the response: its status code and header fields, whose names may be repeated.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields in their order.
    public static func head(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> MockStep {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return MockStep(action: .head(TransportResponseHead(status: status, lines: Array(lines.utf8))))
    }

    /// A chunk of the body.
    ///
    /// - Parameter bytes: The bytes.
    public static func bytes(_ bytes: some Collection<UInt8>) -> MockStep {
        MockStep(action: .bytes(Array(bytes)))
    }

    /// A chunk of the body, in UTF-8.
    ///
    /// - Parameter text: The text.
    public static func bytes(_ text: String) -> MockStep { bytes(text.utf8) }

    /// Waits until the test opens the gate.
    ///
    /// - Parameter gate: The gate.
    /// - Returns: The step.
    public static func waitUntil(_ gate: TestGate) -> MockStep { MockStep(action: .gate(gate)) }

    /// Waits for a number of seconds. Prefer ``waitUntil(_:)`` if a test can decide when to continue.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Returns: The step.
    public static func delay(_ seconds: Double) -> MockStep {
        MockStep(action: .delay(seconds: seconds > 0 ? min(seconds, 1e9) : 0))
    }

    /// Calls a closure on the transport's queue.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The step.
    public static func perform(_ body: @escaping @Sendable () -> Void) -> MockStep { MockStep(action: .perform(body)) }

    /// Ends the request with an error; later steps are not taken.
    ///
    /// - Parameter error: The error.
    /// - Returns: The step.
    public static func failure(_ error: TransportError) -> MockStep { MockStep(action: .failure(error)) }

    /// Ends the request with an error with a code.
    ///
    /// - Parameter code: The code of the error.
    /// - Returns: The step.
    public static func failure(_ code: TransportError.Code) -> MockStep {
        failure(TransportError(code, "a mock's failure"))
    }

    /// Reports nothing more until the request is cancelled.
    public static var stall: MockStep { MockStep(action: .stall) }
}
