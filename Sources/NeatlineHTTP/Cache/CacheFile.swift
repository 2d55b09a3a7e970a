internal import Foundation

/// The format of a response in a file of a cache.
///
/// ```
/// magic (8 bytes)  length of the head  length of the body  checksum of both      numbers have 8 bytes, little-endian
/// head: time of the response, of the request, status, version, flags, URL, header lines, fields of the selection
/// body
/// ```
///
/// The checksum finds files that were damaged or not written to their end. It does not protect against others who may
/// write to the directory, which nobody but the user may.
enum CacheFile {
    private static let magic = Array("NLcache1".utf8)
    /// The length of the part with a fixed size.
    static let prefixLength = 32
    /// The largest head that is read.
    private static let headLimit = 1 << 22

    /// Returns the bytes of a file.
    ///
    /// - Complexity: O(*n*)
    static func bytes(of response: StoredResponse) -> [UInt8] {
        let parts = response.parts
        var head = CacheFileWriter()
        head.add(parts.responseTime.bitPattern)
        head.add(parts.requestTime.bitPattern)
        head.add(UInt64(parts.status))
        head.add(UInt64(parts.version.number))
        head.add(parts.selection.isDecoded ? 1 : 0)
        head.add(Array(parts.key.utf8))
        head.add(parts.lines)
        head.add(UInt64(parts.selection.fields.count))
        for field in parts.selection.fields {
            head.add(Array(field.name.utf8))
            head.add(field.digest ?? [])
        }
        var file = CacheFileWriter()
        file.bytes.reserveCapacity(prefixLength + head.bytes.count + parts.body.count)
        file.bytes += magic
        file.add(UInt64(head.bytes.count))
        file.add(UInt64(parts.body.count))
        file.add(checksum(head.bytes[...], checksum(parts.body[...], 0)))
        file.bytes += head.bytes
        file.bytes += parts.body
        return file.bytes
    }

    /// Returns the response of a file; `nil` if the bytes are not those of a complete file.
    ///
    /// - Complexity: O(*n*)
    static func response(from bytes: [UInt8]) -> StoredResponse? {
        guard bytes.starts(with: magic) else { return nil }
        var prefix = CacheFileReader(bytes[magic.count...])
        guard let headLength = prefix.number(), let bodyLength = prefix.number(), let sum = prefix.number(),
            headLength <= headLimit, bytes.count > prefixLength + Int(headLength),
            bodyLength == UInt64(bytes.count - prefixLength) - headLength
        else { return nil }
        let headEnd = prefixLength + Int(headLength)
        guard checksum(bytes[prefixLength..<headEnd], checksum(bytes[headEnd...], 0)) == sum else { return nil }
        var head = CacheFileReader(bytes[prefixLength..<headEnd])
        guard let responseTime = head.number().map(TimeInterval.init(bitPattern:)), responseTime.isFinite,
            let requestTime = head.number().map(TimeInterval.init(bitPattern:)), requestTime.isFinite,
            let status = head.number(), 200..<1000 ~= status,
            let version = head.number().flatMap(TransportTimings.ProtocolVersion.init(number:)),
            let isDecoded = head.number(), let key = head.text(), let lines = head.part(), let count = head.number(),
            count <= UInt64(CacheSelection.fieldLimit + 1)
        else { return nil }
        var fields: [CacheSelection.Field] = []
        for _ in 0..<count {
            guard let name = head.text(), let digest = head.part() else { return nil }
            fields.append(CacheSelection.Field(name: name, digest: digest.isEmpty ? nil : Array(digest)))
        }
        return StoredResponse(
            StoredResponse.Parts(
                key: key, selection: CacheSelection(fields: fields, isDecoded: isDecoded != 0), status: Int(status),
                version: version, lines: Array(lines), body: Array(bytes[headEnd...]), requestTime: requestTime,
                responseTime: responseTime))
    }

    /// Returns the time of the response in the first bytes of a file.
    static func responseTime(from start: [UInt8]) -> TimeInterval? {
        guard start.starts(with: magic), start.count >= prefixLength + 8 else { return nil }
        var reader = CacheFileReader(start[prefixLength...])
        return reader.number().map(TimeInterval.init(bitPattern:))
    }

    /// The number of bytes at the start of a file that ``responseTime(from:)`` needs.
    static let timeLength = prefixLength + 8

    /// A checksum of eight bytes at a time, as FNV-1a has one of single bytes, continued from another one.
    private static func checksum(_ bytes: ArraySlice<UInt8>, _ start: UInt64) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var sum = start ^ 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
            var offset = 0
            while offset + 8 <= bytes.count {
                // SAFETY: eight bytes follow `offset`.
                sum =
                    (sum ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian) &* 0x100_0000_01B3
                sum ^= sum >> 29
                offset += 8
            }
            while offset < bytes.count {
                sum = (sum ^ UInt64(bytes[offset])) &* 0x100_0000_01B3
                offset += 1
            }
            return sum ^ sum >> 32
        }
    }
}

/// Writes numbers, and bytes with their length before them.
private struct CacheFileWriter {
    var bytes: [UInt8] = []

    mutating func add(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    mutating func add(_ part: [UInt8]) {
        add(UInt64(part.count))
        bytes += part
    }
}

/// Reads what ``CacheFileWriter`` has written; `nil` at the end.
private struct CacheFileReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    mutating func number() -> UInt64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func part() -> ArraySlice<UInt8>? {
        guard let length = number(), length <= UInt64(rest.count) else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return rest.prefix(Int(length))
    }

    mutating func text() -> String? { part().flatMap { String(validating: $0, as: UTF8.self) } }
}

extension TransportTimings.ProtocolVersion {
    /// The number in files.
    fileprivate var number: Int {
        switch self {
        case .http1_0: 10
        case .http1_1: 11
        case .http2: 20
        case .http3: 30
        }
    }

    fileprivate init?(number: UInt64) {
        switch number {
        case 10: self = .http1_0
        case 11: self = .http1_1
        case 20: self = .http2
        case 30: self = .http3
        default: return nil
        }
    }
}
