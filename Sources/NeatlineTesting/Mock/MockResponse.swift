public import NeatlineHTTP
public import NeatlineJSON

/// What a ``MockTransport`` answers.
///
/// ```swift
/// MockResponse.json(#"{"ok":true}"#)
/// MockResponse(status: 503, headers: ["Retry-After": "1"])
/// MockResponse.failure(.cannotConnect)
/// MockResponse.script([.head(200), .bytes("first"), .waitUntil(gate), .failure(.bodyIncomplete)])
/// ```
public struct MockResponse: Sendable {
    let steps: [MockStep]

    /// A whole response. No header is added: `Content-Length` is the caller's, too.
    public init(
        status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: some Collection<UInt8> = [UInt8]()
    ) {
        let bytes = Array(body)
        steps = [.head(status, headers: headers)] + (bytes.isEmpty ? [] : [.bytes(bytes)])
    }

    /// A whole response with a text in UTF-8 for a body.
    public init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], text: String) {
        self.init(status: status, headers: headers, body: text.utf8)
    }

    private init(steps: [MockStep]) { self.steps = steps }

    /// A text that is JSON.
    public static func json(_ text: String, status: Int = 200) -> MockResponse {
        MockResponse(status: status, headers: ["Content-Type": "application/json"], body: text.utf8)
    }

    /// A value as JSON; `null` for one that has no JSON, such as an error.
    public static func json(_ value: JSON, status: Int = 200) -> MockResponse {
        MockResponse(
            status: status, headers: ["Content-Type": "application/json"],
            body: (try? value.serialized()) ?? Array("null".utf8))
    }

    /// A status and nothing else.
    public static func status(_ status: Int) -> MockResponse { MockResponse(status: status) }

    /// A redirect.
    public static func redirect(to location: String, status: Int = 302) -> MockResponse {
        MockResponse(status: status, headers: ["Location": location])
    }

    /// No response but an error.
    public static func failure(_ error: TransportError) -> MockResponse { script([.failure(error)]) }

    /// No response but an error with this code.
    public static func failure(_ code: TransportError.Code) -> MockResponse { script([.failure(code)]) }

    /// No response at all, until the request is cancelled.
    public static var never: MockResponse { script([.stall]) }

    /// Heads, bytes, pauses and errors, step by step. After the last step the response is whole.
    public static func script(_ steps: [MockStep]) -> MockResponse { MockResponse(steps: steps) }
}

/// One step of what a ``MockTransport`` tells of a response.
///
/// While the request is paused, no step is begun: so a test sees whether its reader holds back what it cannot take.
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

    /// The response's head: status and header lines, of which a name may come more than once.
    public static func head(_ status: Int, headers: KeyValuePairs<String, String> = [:]) -> MockStep {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        return MockStep(action: .head(TransportResponseHead(status: status, lines: Array(lines.utf8))))
    }

    /// A piece of the body.
    public static func bytes(_ bytes: some Collection<UInt8>) -> MockStep {
        MockStep(action: .bytes(Array(bytes)))
    }

    /// A piece of the body, in UTF-8.
    public static func bytes(_ text: String) -> MockStep { bytes(text.utf8) }

    /// Waits until the test opens the gate.
    public static func waitUntil(_ gate: TestGate) -> MockStep { MockStep(action: .gate(gate)) }

    /// Waits. A ``waitUntil(_:)`` is better wherever a test can say when to go on.
    public static func delay(_ seconds: Double) -> MockStep {
        MockStep(action: .delay(seconds: seconds > 0 ? min(seconds, 1e9) : 0))
    }

    /// Calls a closure, on the transport's queue.
    public static func perform(_ body: @escaping @Sendable () -> Void) -> MockStep { MockStep(action: .perform(body)) }

    /// Ends the request with an error; what stands behind this step is not reached.
    public static func failure(_ error: TransportError) -> MockStep { MockStep(action: .failure(error)) }

    /// Ends the request with an error of this code.
    public static func failure(_ code: TransportError.Code) -> MockStep {
        failure(TransportError(code, "a mock's failure"))
    }

    /// Tells nothing more, until the request is cancelled.
    public static var stall: MockStep { MockStep(action: .stall) }
}
