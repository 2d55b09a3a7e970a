#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// A request in libcurl's format: zero-terminated texts and a list of header lines, in one allocation:
///
/// ```
/// node node … node | URL 0 | method 0 | line 0 | line 0 | … | body
/// ```
///
/// The initializer checks everything that could split the request into two. It runs on the caller's thread, because all
/// requests share that of the event loop.
///
/// Unchecked Sendable because of its pointers, which refer to memory that only it owns, and that is not written after
/// `init`, but for `dropExpectation` on the event loop's thread.
struct CurlRequest: ~Copyable, @unchecked Sendable {
    /// How the body is passed to libcurl.
    enum Mode {
        /// There is no body, and no length is sent.
        case none
        /// The body is in this request's memory.
        case memory(count: Int)
        /// libcurl reads the body in chunks.
        case pieces(length: Int64?)
    }

    /// The maximum size of a body that is sent together with the head, without calls for its chunks.
    static let largestBodyInMemory = 65_536

    /// The layout of the memory.
    struct Layout {
        let memory: UnsafeMutableRawPointer
        let url: UnsafePointer<CChar>
        let method: UnsafePointer<CChar>
        let headers: UnsafePointer<neatline_curl_list>?
        let body: UnsafePointer<UInt8>
        /// What follows the name and colon of the field `Expect`, if there is one.
        let expectation: UnsafeMutablePointer<UInt8>?
        let isSecure: Bool
    }

    let layout: Layout
    let mode: Mode
    let isGet: Bool
    let isHead: Bool
    /// Whether the request is idempotent, and may be repeated if the result of the first attempt is unknown.
    let isIdempotent: Bool
    let decodesContent: Bool
    let expectsLargeBody: Bool
    /// The weight in HTTP/2, from 1 to 256.
    let weight: Int

    deinit { layout.memory.deallocate() }

    var hasBody: Bool { if case .none = mode { false } else { true } }

    /// Whether the request has an `Expect` field.
    var hasExpectation: Bool { layout.expectation.map { $0.pointee != 0 } ?? false }

    /// Sends the request without its `Expect` field.
    func dropExpectation() {
        // libcurl omits a field without a value. SAFETY: the memory is this request's, and libcurl reads it only when it
        // begins to send the request.
        layout.expectation?.pointee = 0
    }

    /// - Parameter decoders: The content codings that are offered and decoded; `nil` for none.
    init(_ request: borrowing TransportRequest, decoders: CurlDecoders? = nil) throws(TransportError) {
        try request.check()
        let given = ExplicitHeaders(request.headers.fields)
        let mode = given.mode(of: request)
        let decodesContent = request.decodesContent && !given.asksForIdentity
        // The default `Accept-Encoding` of sessions is replaced if not all of its codings can be decoded.
        let offers =
            decodesContent
            && (!given.has(.acceptEncoding)
                || decoders?.decodesDefaults == false
                    && request.headers.value(for: "Accept-Encoding") == HTTPHeader.defaultAcceptEncoding.value)
        layout = try Self.write(
            request, given: given, mode: mode, acceptEncoding: offers ? decoders?.acceptEncoding : nil)
        self.mode = mode
        self.decodesContent = decodesContent
        isGet = request.method == "GET"
        isHead = request.method == "HEAD"
        isIdempotent = isGet || Self.isIdempotent(request.method)
        expectsLargeBody = request.expectsLargeBody
        let priority = request.priority.isFinite ? min(max(request.priority, 0), 1) : 0.5
        weight = priority <= 0.5 ? 1 + Int(priority * 30) : 16 + Int((priority - 0.5) * 480)
    }

    private static func write(
        _ request: borrowing TransportRequest, given: ExplicitHeaders, mode: Mode,
        acceptEncoding: UnsafePointer<CChar>?
    ) throws(TransportError) -> Layout {
        let address = request.url.absoluteString
        let fields = request.headers.fields
        // One node for each field, and for the four that may be added.
        let nodes = fields.count + 4
        var capacity = nodes * MemoryLayout<neatline_curl_list>.stride
        capacity += address.utf8.count + request.method.utf8.count + 2
        // Name, colon, space, value and zero byte; added lines are literals.
        for field in fields { capacity += field.name.utf8.count + field.value.utf8.count + 3 }
        if case .memory(let count) = mode { capacity += count }

        // SAFETY: all writes go through the writer, whose memory has the computed size; the nodes are at its beginning,
        // where it is aligned for them. The pointers of the layout point into it, and it is freed only with the value
        // that has the layout.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: capacity, alignment: MemoryLayout<neatline_curl_list>.alignment)
        var writer = CurlRequestWriter(memory: memory, capacity: capacity, nodes: nodes)
        do {
            let url = writer.position
            writer.write(address)
            let isSecure = try writer.checkURL(from: url)
            let method = writer.position
            writer.write(request.method)
            writer.endText()
            var expectation: UnsafeMutablePointer<UInt8>?
            for field in fields
            where !given.replaces(field, mode: mode)
                && (acceptEncoding == nil || !field.name.isFieldName("accept-encoding"))
            {
                if field.name.isFieldName("expect") { expectation = writer.position + "expect:".utf8.count }
                writer.write(field)
            }
            if !given.has(.accept) { writer.add("Accept:") }
            if let acceptEncoding { writer.add(constant: acceptEncoding) }
            if case .none = mode {
            } else {
                if !given.has(.contentType) { writer.add("Content-Type:") }
                if !given.has(.expect) { writer.add("Expect:") }
            }
            let body = writer.position
            if case .memory(let count) = mode, count > 0, case .bytes(let data) = request.body {
                writer.write(data, count: count)
            }
            return Layout(
                memory: memory, url: UnsafeRawPointer(url).assumingMemoryBound(to: CChar.self),
                method: UnsafeRawPointer(method).assumingMemoryBound(to: CChar.self), headers: writer.list,
                body: UnsafePointer(body), expectation: expectation, isSecure: isSecure)
        } catch {
            memory.deallocate()
            throw error
        }
    }
}
#endif
