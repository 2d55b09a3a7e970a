#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// The decoders of content codings that are available in this process: zlib for gzip and deflate, brotli, and
/// Zstandard.
///
/// Unchecked Sendable because the table of functions and the text are never changed after initialization, and never
/// freed.
struct CurlDecoders: @unchecked Sendable {
    private let functions: OpaquePointer?
    private let available: Int32
    /// Whether all codings that sessions offer by default can be decoded.
    let decodesDefaults: Bool
    /// The header line that offers them, terminated by a zero byte.
    let acceptEncoding: UnsafePointer<CChar>?

    /// Looks up the decoders in the program, in the dependencies of libcurl, and by the names of their libraries.
    init(_ curl: OpaquePointer) {
        functions = neatline_codings_open(curl)
        let available = functions.map { neatline_codings_available($0) } ?? 0
        self.available = available
        decodesDefaults = available & Self.defaults == Self.defaults
        let names = Self.codings.filter { available & $0.coding != 0 }.map(\.name)
        acceptEncoding =
            names.isEmpty ? nil : strdup("Accept-Encoding: " + names.joined(separator: ", ")).map { UnsafePointer($0) }
    }

    private static let codings: [(name: String, coding: Int32)] = [
        ("gzip", Int32(NEATLINE_GZIP.rawValue)), ("deflate", Int32(NEATLINE_DEFLATE.rawValue)),
        ("br", Int32(NEATLINE_BROTLI.rawValue)), ("zstd", Int32(NEATLINE_ZSTANDARD.rawValue)),
    ]

    /// The codings of `HTTPHeader.defaultAcceptEncoding`.
    private static let defaults =
        Int32(NEATLINE_GZIP.rawValue) | Int32(NEATLINE_DEFLATE.rawValue) | Int32(NEATLINE_BROTLI.rawValue)

    /// Returns whether a coding can be decoded.
    func decodes(_ name: some StringProtocol) -> Bool { coding(name) != nil }

    private func coding(_ name: some StringProtocol) -> Int32? {
        let name = name.lowercased()
        let found = Self.codings.first { $0.name == (name == "x-gzip" ? "gzip" : name) }?.coding
        return found.flatMap { available & $0 != 0 ? $0 : nil }
    }

    /// Whether the messages of WebSockets can be compressed and decompressed.
    var codesMessages: Bool { available & Int32(NEATLINE_MESSAGES.rawValue) != 0 }

    /// Returns a coder of WebSockets' messages, to be freed by its owner; `nil` without zlib or memory.
    func messageCoder(compresses: Bool, windowBits: Int) -> OpaquePointer? {
        functions.flatMap { neatline_message_coder_new($0, compresses ? 1 : 0, Int32(windowBits)) }
    }

    /// Returns how the body of a response with content codings is decoded.
    func content(of head: TransportResponseHead) -> CurlContent {
        let names = HeaderLines(head.lines).all("content-encoding")
            .flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.isFieldName("identity") }
        guard !names.isEmpty else { return .plain }
        guard names.count <= Int(NEATLINE_CODING_LIMIT) else {
            return .refused(
                TransportError(
                    .cannotDecodeContent,
                    "the body has \(names.count) codings, and \(NEATLINE_CODING_LIMIT) at most are decoded"))
        }
        // The coding that was applied last is decoded first. With an unknown one among them, the caller gets the body as it
        // is, as from `URLSession`.
        let order = names.reversed().compactMap { coding($0) }
        guard order.count == names.count else { return .plain }
        guard let functions, let decoder = neatline_decoder_new(functions, order, order.count) else {
            return .refused(TransportError(.other, "out of memory for a decoder"))
        }
        let list = names.joined(separator: ", ").lowercased()
        return .coded(CurlDecoder(decoder, coding: list, isPart: head.status == 206))
    }
}

/// How the body of a response is handled.
enum CurlContent {
    /// The body is not encoded, or in a coding that is not known.
    case plain
    /// The body is decoded.
    case coded(CurlDecoder)
    /// The response is refused.
    case refused(TransportError)
}

/// Decodes one body in chunks, and stops after a chunk if its transfer is paused.
///
/// It is used only on the event loop's thread.
final class CurlDecoder {
    /// The result of decoding bytes.
    enum Step {
        case taken
        /// libcurl must deliver the same bytes again.
        case paused
        case cancelled
        case failed(TransportError)
    }

    /// The maximum size of a decoded chunk, in bytes.
    private static let pieceLength = 65_536

    private let decoder: OpaquePointer
    /// The names of the codings, for errors.
    let coding: String
    /// Whether the response is partial, so that its end need not be the end of the coding.
    private let isPart: Bool
    private var hasBegun = false
    /// The number of bytes that libcurl delivers again and that were already decoded.
    private var takenCount = 0

    init(_ decoder: OpaquePointer, coding: String, isPart: Bool) {
        self.decoder = decoder
        self.coding = coding
        self.isPart = isPart
    }

    deinit { neatline_decoder_free(decoder) }

    /// Whether bytes were received, but not the end of the coding.
    var isTruncated: Bool { hasBegun && !isPart && neatline_decoder_is_complete(decoder) == 0 }

    /// Decodes bytes of libcurl and delivers the result.
    func decode(_ bytes: UnsafeRawBufferPointer, for transfer: CurlTransfer) -> Step {
        hasBegun = true
        let skipped = min(takenCount, bytes.count)
        // SAFETY: the input begins at the first byte of libcurl's buffer that was not decoded; the output is read up to
        // the position that the decoder has written to.
        return withUnsafeTemporaryAllocation(byteCount: Self.pieceLength, alignment: 16) { piece in
            var input = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            if skipped > 0 { input = input.map { $0 + skipped } }
            var left = bytes.count - skipped
            while true {
                let count = neatline_decoder_read(
                    decoder, &input, &left, piece.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count)
                guard count != 0 else {
                    takenCount -= skipped
                    return .taken
                }
                guard count > 0 else {
                    return .failed(
                        TransportError(.cannotDecodeContent, "the body is not in its content coding, \(coding)"))
                }
                transfer.receive(UnsafeRawBufferPointer(rebasing: piece[..<count]).bytes)
                if transfer.isCancelled { return .cancelled }
                guard !transfer.isPaused else {
                    takenCount += bytes.count - skipped - left
                    return .paused
                }
            }
        }
    }
}
#endif
