internal import Foundation

/// The format of a response in a file of a cache.
///
/// ```
/// magic (8 bytes)  checksum of the rest      numbers have 8 bytes, little-endian
/// start: time of the response, checksum of the selection, length of the head, length of the body
/// head: time of the request, status, version, flags, URL, header lines, fields of the selection
/// body
/// ```
///
/// The start says which response a file contains, so that no more need be read to replace or remove it. The checksum finds files that were damaged or not written to their end. It does not protect against others who may
/// write to the directory, which nobody but the user may.
enum CacheFile {
    private static let magic = Array("NLcache2".utf8)
    /// The length of the part with a fixed size.
    static let prefixLength = 48
    /// The largest head that is read.
    private static let headLimit = 1 << 22

    /// What the first bytes of a file say.
    struct Start: Hashable {
        var responseTime: TimeInterval
        /// The checksum of the selection: that of the response which the same requests choose.
        var selection: UInt64

        init(_ response: StoredResponse) {
            responseTime = response.parts.responseTime
            selection = checksum(selectionBytes(of: response.parts.selection)[...])
        }

        /// Returns `nil` if the bytes are not those of a file's start.
        init?(_ bytes: [UInt8]) {
            guard bytes.count >= prefixLength, bytes.starts(with: magic) else { return nil }
            var reader = CacheFileReader(bytes[(magic.count + 8)...])
            guard let time = reader.number(), let selection = reader.number() else { return nil }
            responseTime = TimeInterval(bitPattern: time)
            self.selection = selection
        }
    }

    private static func selectionBytes(of selection: CacheSelection) -> [UInt8] {
        var writer = CacheFileWriter()
        writer.add(selection.isDecoded ? 1 : 0)
        writer.add(UInt64(selection.fields.count))
        for field in selection.fields {
            writer.add(Array(field.name.utf8))
            writer.add(field.digest ?? [])
        }
        return writer.bytes
    }

    /// Returns the bytes of a file.
    ///
    /// - Complexity: O(*n*)
    static func bytes(of response: StoredResponse) -> [UInt8] {
        let parts = response.parts
        var head = CacheFileWriter()
        head.add(parts.requestTime.bitPattern)
        head.add(UInt64(parts.status))
        head.add(UInt64(parts.version.number))
        head.add(Array(parts.key.utf8))
        head.add(parts.lines)
        head.bytes += selectionBytes(of: parts.selection)
        let start = Start(response)
        var rest = CacheFileWriter()
        rest.bytes.reserveCapacity(prefixLength + head.bytes.count + parts.body.count)
        rest.add(start.responseTime.bitPattern)
        rest.add(start.selection)
        rest.add(UInt64(head.bytes.count))
        rest.add(UInt64(parts.body.count))
        rest.bytes += head.bytes
        rest.bytes += parts.body
        return sealed(rest.bytes)
    }

    /// Returns the bytes of a file with these after the checksum.
    static func sealed(_ rest: [UInt8]) -> [UInt8] {
        var file = CacheFileWriter()
        file.bytes = magic
        file.add(checksum(rest[...]))
        return file.bytes + rest
    }

    /// Returns the response of a file; `nil` if the bytes are not those of a complete file.
    ///
    /// - Complexity: O(*n*)
    static func response(from bytes: [UInt8]) -> StoredResponse? {
        guard let start = Start(bytes), start.responseTime.isFinite else { return nil }
        var prefix = CacheFileReader(bytes[magic.count..<prefixLength])
        guard let sum = prefix.number(), prefix.number() != nil, prefix.number() != nil,
            let headLength = prefix.number(), let bodyLength = prefix.number(), headLength <= headLimit,
            bodyLength <= UInt64(bytes.count), headLength + bodyLength == UInt64(bytes.count - prefixLength),
            checksum(bytes[(magic.count + 8)...]) == sum
        else { return nil }
        let headEnd = prefixLength + Int(headLength)
        var head = CacheFileReader(bytes[prefixLength..<headEnd])
        guard let requestTime = head.number().map(TimeInterval.init(bitPattern:)), requestTime.isFinite,
            let status = head.number(), 200..<1000 ~= status,
            let version = head.number().flatMap(TransportTimings.ProtocolVersion.init(number:)),
            let key = head.text(), let lines = head.part(), let isDecoded = head.number(), let count = head.number(),
            count <= UInt64(CacheSelection.fieldLimit + 2)
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
                responseTime: start.responseTime))
    }

    /// A checksum of eight bytes at a time, as FNV-1a has one of single bytes.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
            var sum = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
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
