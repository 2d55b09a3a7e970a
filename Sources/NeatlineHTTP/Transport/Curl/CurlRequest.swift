#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// A request in the form that libcurl reads: texts that end with a zero, and a list of header lines, all in one piece of
/// memory:
///
/// ```
/// node node … node | URL 0 | method 0 | line 0 | line 0 | … | body
/// ```
///
/// Making it checks all that could make one request into two on the wire. It is made on the thread that asks, because the
/// event loop's is the one that all requests share.
struct CurlRequest: ~Copyable, @unchecked Sendable {
    /// How libcurl is told of the body.
    enum Mode {
        /// There is none, and its length is not said.
        case none
        /// It lies in this request's memory.
        case memory(count: Int)
        /// It is asked for piece by piece.
        case pieces(length: Int64?)
    }

    /// A body up to this size goes out together with the head, without a call for each of its pieces.
    static let largestBodyInMemory = 65_536

    /// Where things lie in the memory.
    struct Layout {
        let memory: UnsafeMutableRawPointer
        let url: UnsafePointer<CChar>
        let method: UnsafePointer<CChar>
        let headers: UnsafePointer<neatline_curl_list>?
        let body: UnsafePointer<UInt8>
        let isSecure: Bool
    }

    let layout: Layout
    let mode: Mode
    let isGet: Bool
    let isHead: Bool
    /// Whether it may be sent again when nobody knows what came of the first time.
    let isIdempotent: Bool
    let decodesContent: Bool
    let expectsLargeBody: Bool
    /// HTTP/2's weight, from 1 to 256.
    let weight: Int

    deinit { layout.memory.deallocate() }

    var hasBody: Bool { if case .none = mode { false } else { true } }

    /// - Parameter decoders: What the request offers to servers and decodes of their responses; nil for nothing.
    init(_ request: borrowing TransportRequest, decoders: CurlDecoders? = nil) throws(TransportError) {
        let given = ExplicitHeaders(request.headers.fields)
        let mode = try given.mode(body: request.body, method: request.method)
        let decodesContent = request.decodesContent && !given.asksForIdentity
        // What sessions send by default is replaced if not all of it can be decoded.
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
        // A node each for the fields and for the four that may be added.
        let nodes = fields.count + 4
        var capacity = nodes * MemoryLayout<neatline_curl_list>.stride
        capacity += address.utf8.count + request.method.utf8.count + 2
        // Name, colon, space, value, zero; what is added has none of its own text.
        for field in fields { capacity += field.name.utf8.count + field.value.utf8.count + 3 }
        if case .memory(let count) = mode { capacity += count }

        // SAFETY: every write goes through the writer, whose memory holds what was just added up; the nodes lie at its
        // beginning, where it is aligned for them. The pointers of the layout point into it, and it is freed with the
        // value that has the layout only.
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: capacity, alignment: MemoryLayout<neatline_curl_list>.alignment)
        var writer = CurlRequestWriter(memory: memory, capacity: capacity, nodes: nodes)
        do {
            let url = writer.place
            writer.write(address)
            let isSecure = try writer.checkURL(from: url)
            let method = writer.place
            writer.write(request.method)
            writer.endText()
            try CurlRequestWriter.checkMethod(request.method, written: method)
            for field in fields
            where !given.replaces(field, mode: mode)
                && (acceptEncoding == nil || !field.name.isFieldName("accept-encoding"))
            {
                try writer.write(field)
            }
            if !given.has(.accept) { writer.add("Accept:") }
            if let acceptEncoding { writer.add(constant: acceptEncoding) }
            if case .none = mode {
            } else {
                if !given.has(.contentType) { writer.add("Content-Type:") }
                if !given.has(.expect) { writer.add("Expect:") }
            }
            let body = writer.place
            if case .memory(let count) = mode, count > 0, case .bytes(let data) = request.body {
                writer.write(data, count: count)
            }
            return Layout(
                memory: memory, url: UnsafeRawPointer(url).assumingMemoryBound(to: CChar.self),
                method: UnsafeRawPointer(method).assumingMemoryBound(to: CChar.self), headers: writer.list,
                body: UnsafePointer(body), isSecure: isSecure)
        } catch {
            memory.deallocate()
            throw error
        }
    }
}
#endif
