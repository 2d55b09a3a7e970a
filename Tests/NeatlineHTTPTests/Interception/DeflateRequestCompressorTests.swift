import Foundation
import NeatlineTesting
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Compressed request bodies", .ownThreads, .hangLimit)
struct DeflateRequestCompressorTests {
    typealias CompressionError = DeflateRequestCompressor.CompressionError
    let body = Data(String(repeating: "hello deflate ", count: 5000).utf8)
    let session = Session(transport: MockTransport())

    func request(_ body: Data?, headers: HTTPHeaders = []) throws -> URLRequest {
        var request = try URLRequest(url: "http://example.org/a", method: .post, headers: headers)
        request.httpBody = body
        return request
    }

    /// What the compressor makes of a request.
    func adapted(_ request: URLRequest, by compressor: DeflateRequestCompressor) async throws -> URLRequest {
        try await withCheckedThrowingContinuation { continuation in
            compressor.adapt(request, for: session) { continuation.resume(with: $0) }
        }
    }

    @Test("The body is a stream of zlib with a sum, the field says so, and the old length is gone")
    func format() async throws {
        let headers: HTTPHeaders = ["Content-Length": "70000", "X-Other": "1"]
        let request = try await adapted(request(body, headers: headers), by: .init())
        let compressed = Array(try #require(request.httpBody))
        expect(compressed.count < 1000)
        expect(compressed[0] == 0x78 && (Int(compressed[0]) << 8 + Int(compressed[1])) % 31 == 0)
        var (low, high) = (UInt32(1), UInt32(0))
        for byte in body {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let sum = compressed.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        expectEqual(sum, high << 16 | low)
        expectEqual(request.headers.value(for: "Content-Encoding"), "deflate")
        expect(request.headers.value(for: "Content-Length") == nil)
        expectEqual(request.headers.value(for: "X-Other"), "1")
    }

    @Test("What has no body, or one that is not to be compressed, is sent as it is")
    func untouched() async throws {
        let small = DeflateRequestCompressor { $0.count > 100 }
        try await expectEqual(adapted(request(nil), by: .init()), request(nil))
        try await expectEqual(adapted(request(Data()), by: .init()), request(Data()))
        try await expectEqual(adapted(request(Data("short".utf8)), by: small).httpBody, Data("short".utf8))
        expect(try await adapted(request(body), by: small).httpBody != body)
        // It is not even asked whether there is a field.
        let coded: HTTPHeaders = ["Content-Encoding": "br"]
        try await expectEqual(adapted(request(Data("short".utf8), headers: coded), by: small).headers, coded)
    }

    @Test("A field that is there already is an error, replaced, or left alone with its body")
    func duplicates() async throws {
        let request = try request(body, headers: ["content-encoding": "br"])
        await #expect(throws: DeflateRequestCompressor.DuplicateHeaderError()) {
            try await adapted(request, by: .deflateCompressor)
        }
        let replaced = try await adapted(request, by: .deflateCompressor(duplicateHeaderBehavior: .replace))
        expectEqual(replaced.headers.value(for: "Content-Encoding"), "deflate")
        expect(replaced.httpBody != body)
        let skipped = try await adapted(request, by: .deflateCompressor(duplicateHeaderBehavior: .skip))
        expect(skipped == request && skipped.httpBody == body)
    }

    @Test("A missing library is an error that says why")
    func missing() async throws {
        var compressor = DeflateRequestCompressor()
        compressor.library = ZlibLibrary.opened(named: "libnothing-of-that-name.so")
        let error = await #expect(throws: CompressionError.self) { try await adapted(request(body), by: compressor) }
        expectEqual(error?.localizedDescription.contains("libnothing-of-that-name.so"), true)
        expect(try await adapted(request(nil), by: compressor).httpBody == nil)
        // This one is there, and is not zlib.
        #if os(Linux)
        guard case .failure(.unavailable) = ZlibLibrary.opened(named: "libc.so.6") else {
            Issue.record("another library was taken for zlib")
            return
        }
        #endif
        expectEqual(
            CompressionError.failed(code: -4).localizedDescription, "zlib could not compress the body: error -4.")
        expectEqual(
            DeflateRequestCompressor.DuplicateHeaderError().localizedDescription,
            "The request has a Content-Encoding already.")
    }

    #if os(Linux)
    @Test("What a server gets can be inflated, also when it is sent again", arguments: [1, 100, 70_000, 1_000_000])
    func wholeWay(count: Int) async throws {
        // libcurl inflates what comes back.
        let attempts = NameLog()
        let server = try LoopbackServer { request in
            attempts.note(request.contentEncoding)
            if attempts.all.count == 1 { return LoopbackResponse(status: 503) }
            return LoopbackResponse(headers: ["Content-Encoding": request.contentEncoding], body: request.body)
        }
        let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
        let again = Retrier { _, _, _, completion in completion(.retry) }
        let session = Session()
        let request = session.request(
            server.url("/"), method: .post,
            interceptor: Interceptor(adapters: [], retriers: [again], interceptors: [.deflateCompressor]),
            requestModifier: { $0.httpBody = body }
        ).validate()
        try await expectEqual(request.serializingData().value, body)
        expectEqual(attempts.all, ["deflate", "deflate"])
    }
    #endif
}

extension LoopbackRequest {
    fileprivate var contentEncoding: String {
        headers.first { $0.name.lowercased() == "content-encoding" }?.value ?? "none"
    }
}
