#if os(Linux)
internal import CNeatlineCurl
internal import Foundation

/// The decoders of content codings that this process has: of gzip and deflate by zlib, of brotli, of Zstandard.
///
/// Unchecked Sendable, because the table of functions is never changed once it is filled, and never freed, as the text.
struct CurlDecoders: @unchecked Sendable {
    private let functions: OpaquePointer?
    private let available: Int32
    /// Whether all that sessions offer by default can be decoded.
    let decodesDefaults: Bool
    /// The header line that offers them, ended with a zero.
    let acceptEncoding: UnsafePointer<CChar>?

    /// Looks them up: in the program, in what a libcurl needs, and by the names of their files.
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

    /// Those of `HTTPHeader.defaultAcceptEncoding`.
    private static let defaults =
        Int32(NEATLINE_GZIP.rawValue) | Int32(NEATLINE_DEFLATE.rawValue) | Int32(NEATLINE_BROTLI.rawValue)

    /// Whether a coding of this name can be decoded.
    func decodes(_ name: some StringProtocol) -> Bool { coding(name) != nil }

    private func coding(_ name: some StringProtocol) -> Int32? {
        let name = name.lowercased()
        let found = Self.codings.first { $0.name == (name == "x-gzip" ? "gzip" : name) }?.coding
        return found.flatMap { available & $0 != 0 ? $0 : nil }
    }

    /// How to decode the body of a response that names codings.
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
        // What was applied last is taken off first.
        var order: [Int32] = []
        for name in names.reversed() {
            guard let coding = coding(name) else {
                return .unknown(
                    TransportError(
                        .cannotDecodeContent, "the content coding \(String(reflecting: name)) is unknown"))
            }
            order.append(coding)
        }
        guard let functions, let decoder = neatline_decoder_new(functions, order, order.count) else {
            return .refused(TransportError(.other, "no memory for a decoder"))
        }
        return .coded(CurlDecoder(decoder, isPart: head.status == 206))
    }
}

/// What is done with the body of a response.
enum CurlContent {
    /// Nothing.
    case plain
    /// It is decoded.
    case coded(CurlDecoder)
    /// If there is a body, it cannot be decoded.
    case unknown(TransportError)
    /// The response is refused.
    case refused(TransportError)
}

/// Decodes one body piece by piece, and stops after any piece if its transfer is paused.
///
/// It lives on the event loop's thread.
final class CurlDecoder {
    /// What comes of bytes.
    enum Step {
        case taken
        /// libcurl is to give the same bytes again.
        case paused
        case cancelled
        case failed(TransportError)
    }

    /// Bytes that are handed on at once, at most.
    private static let pieceLength = 65_536

    private let decoder: OpaquePointer
    /// Whether the body is a part of another one, whose end need not be the coding's.
    private let isPart: Bool
    private var hasBegun = false
    /// How many of the bytes that libcurl gives again were taken before.
    private var takenCount = 0

    init(_ decoder: OpaquePointer, isPart: Bool) {
        self.decoder = decoder
        self.isPart = isPart
    }

    deinit { neatline_decoder_free(decoder) }

    /// Whether bytes came, but the coding's end did not.
    var isTruncated: Bool { hasBegun && !isPart && neatline_decoder_is_complete(decoder) == 0 }

    /// Decodes bytes that libcurl gives, and hands on what comes of them.
    func decode(_ bytes: UnsafeRawBufferPointer, for transfer: CurlTransfer) -> Step {
        hasBegun = true
        let skipped = min(takenCount, bytes.count)
        // SAFETY: the input is what libcurl has given, from the first byte that was not taken on; the piece is read up to
        // where the decoder says that it has written.
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
                    return .failed(TransportError(.cannotDecodeContent, "the body is not in its content coding"))
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
