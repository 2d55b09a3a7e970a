internal import Foundation
internal import NeatlineJSON

// The routes of httpbin.org that send bytes, ranges, streams and samples of formats.

extension LoopbackServer {
    /// Returns the count in a route, limited to 100 MB.
    private static func count(_ request: LoopbackRequest, limit: Int = 100_000_000) -> Int {
        max(0, min(limit, Int(request.parameters["count"] ?? "") ?? 0))
    }

    /// Returns bytes that are the same in each run.
    private static func sampleBytes(_ count: Int) -> [UInt8] {
        var state = UInt64(truncatingIfNeeded: count)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    func addByteRoutes() {
        on(.get, "/bytes/:count") { request in
            LoopbackResponse(
                headers: ["Content-Type": "application/octet-stream"], body: Self.sampleBytes(Self.count(request)))
        }
        on(.get, "/range/:count") { Self.part(of: Self.sampleBytes(Self.count($0)), $0) }
        on(.get, "/download/:count") { request in
            let response = Self.part(of: Self.sampleBytes(Self.count(request)), request)
            guard case .bytes(let body) = response.content, !body.isEmpty else { return response }
            // In ten slices, so that a client sees progress.
            let slice = max(1, (body.count + 9) / 10)
            let isTruncated = request[query: "shouldProduceError"] == "true"
            let head = LoopbackStep.send(response.headBytes(adding: [("Content-Length", "\(body.count)")]))
            if request.method == "HEAD" { return .script([head]) }
            if isTruncated {
                let part = body[..<(body.count * 6 / 10)]
                return .script([head, .trickle(part, pieceSize: slice, delay: 0.001), .close])
            }
            return .script([head, .trickle(body, pieceSize: slice, delay: 0.001)])
        }
    }

    /// Returns the bytes, or the requested range of them (RFC 9110, section 14).
    private static func part(of bytes: [UInt8], _ request: LoopbackRequest) -> LoopbackResponse {
        let tag = "\"range\(bytes.count)\""
        let fields: [(name: String, value: String)] = [
            ("Content-Type", "application/octet-stream"), ("Accept-Ranges", "bytes"), ("ETag", tag),
        ]
        var response = LoopbackResponse(body: bytes)
        let isSame = request[header: "If-Range"].map { $0 == tag } ?? true
        if isSame, let header = request[header: "Range"], let wanted = ByteRange(header) {
            if let range = wanted.range(in: bytes.count) {
                response = LoopbackResponse(status: 206, body: bytes[range])
                response.addHeader("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)")
            } else {
                response = LoopbackResponse(status: 416, headers: ["Content-Range": "bytes */\(bytes.count)"])
            }
        }
        response.headers += fields
        return response
    }

    func addStreamRoutes() {
        on(.get, "/chunked/:count") { request in
            LoopbackResponse(
                headers: ["Content-Type": "application/octet-stream"],
                chunks: Self.sampleBytes(Self.count(request, limit: 100_000)).map { [$0] })
        }
        on(.get, "/stream/:count") { request in
            let echo = RequestEcho.of(request)
            let lines = (0..<Self.count(request, limit: 100)).map { number in
                var line = echo
                line["id"] = JSON(number)
                return ((try? line.serialized()) ?? []) + [0x0A]
            }
            return LoopbackResponse(headers: ["Content-Type": "application/json"], chunks: lines)
        }
        on(.get, "/payloads/:count") { request in
            let payload = (try? RequestEcho.of(request).serialized()) ?? []
            var steps: [LoopbackStep] = [
                .head(200, headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"])
            ]
            // With pauses, because readers take each received chunk for one text.
            for _ in 0..<Self.count(request, limit: 100) { steps += [.chunk(payload), .delay(0.005)] }
            return .script(steps + [.lastChunk()])
        }
        on(.get, "/infinite") { _ in
            .script([
                .head(200, headers: ["Content-Type": "application/octet-stream", "Transfer-Encoding": "chunked"]),
                .repeat(ChunkedCoding.chunk([UInt8](repeating: 0x2E, count: 1024))),
            ])
        }
    }

    func addSampleRoutes() {
        for (path, coding, key) in [
            ("/gzip", LoopbackCoding.gzip, "gzipped"), ("/deflate", .deflate, "deflated"),
            ("/brotli", .brotli, "brotli"), ("/zstd", .zstandard, "zstd"),
        ] {
            on(.get, path) { request in
                var echo = RequestEcho.of(request)
                echo[key] = true
                return LoopbackResponse(
                    headers: ["Content-Type": "application/json", "Content-Encoding": coding.name],
                    body: coding.encode((try? echo.serialized()) ?? []))
            }
        }
        on(.get, "/image") { request in
            let accepted = request[header: "Accept"] ?? ""
            if accepted.contains("image/svg") { return Self.sample("image/svg+xml", SampleImage.svg.utf8) }
            if accepted.contains("image/jpeg") { return Self.sample("image/jpeg", SampleImage.jpeg) }
            return Self.sample("image/png", SampleImage.png)
        }
        on(.get, "/image/png") { _ in Self.sample("image/png", SampleImage.png) }
        on(.get, "/image/jpeg") { _ in Self.sample("image/jpeg", SampleImage.jpeg) }
        on(.get, "/image/svg") { _ in Self.sample("image/svg+xml", SampleImage.svg.utf8) }
        on(.get, "/json") { _ in
            .json(#"{"slideshow":{"title":"Maps","slides":[{"title":"Frames"},{"title":"Legends","items":[1,2]}]}}"#)
        }
        on(.get, "/xml") { _ in
            Self.sample(
                "application/xml",
                #"<?xml version="1.0" encoding="utf-8"?><slideshow title="Maps"><slide>Frames</slide></slideshow>"#.utf8
            )
        }
        on(.get, "/html") { _ in
            Self.sample("text/html; charset=utf-8", "<!DOCTYPE html><title>Maps</title><p>Frames</p>".utf8)
        }
        on(.get, "/encoding/utf8") { _ in Self.sample("text/html; charset=utf-8", "<p>Grüße, κόσμε, 地図, 🗺</p>".utf8) }
        on(.get, "/robots.txt") { _ in Self.sample("text/plain", "User-agent: *\nDisallow: /deny\n".utf8) }
    }

    private static func sample(_ type: String, _ body: some Collection<UInt8>) -> LoopbackResponse {
        LoopbackResponse(headers: ["Content-Type": type], body: body)
    }
}

/// The range of a `Range` field: `bytes=2-5`, `bytes=2-`, `bytes=-5`.
private struct ByteRange {
    private var first: Int?
    private var last: Int?

    /// Parses a field; returns `nil` if it is not a single range of bytes: then it must be ignored.
    init?(_ header: String) {
        guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
        let parts = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        first = Int(parts[0])
        last = Int(parts[1])
        if first == nil, last == nil || !parts[0].isEmpty { return nil }
        if let first, let last, last < first { return nil }
    }

    /// Returns the range within a body; `nil` if it is outside.
    func range(in count: Int) -> Range<Int>? {
        let start = first ?? max(0, count - (last ?? 0))
        let end = first == nil ? count : min(count - 1, last ?? count - 1) + 1
        return start < end ? start..<end : nil
    }
}

/// Valid images of one grey pixel.
enum SampleImage {
    /// A PNG image (RFC 2083): a header, the encoded pixel, the end.
    static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        + pngChunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
        + pngChunk("IDAT", LoopbackCoding.deflate.encode([0, 0x80])) + pngChunk("IEND", [])

    /// A JPEG image (ITU-T T.81): one component, tables of one code each, and a block of zero coefficients.
    static let jpeg: [UInt8] =
        [0xFF, 0xD8]
        + jpegSegment(0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        + jpegSegment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        + jpegSegment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
        + jpegSegment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + jpegSegment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + jpegSegment(0xDA, [1, 1, 0x00, 0, 63, 0])
        + [0x3F, 0xFF, 0xD9]

    static let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1"/></svg>"#

    private static func pngChunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(kind.utf8) + content
        return LoopbackCoding.littleEndian(UInt32(content.count), 4).reversed() + body
            + LoopbackCoding.littleEndian(CheckSums.crc32(body), 4).reversed()
    }

    private static func jpegSegment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + LoopbackCoding.littleEndian(UInt32(content.count + 2), 2).reversed() + content
    }
}
