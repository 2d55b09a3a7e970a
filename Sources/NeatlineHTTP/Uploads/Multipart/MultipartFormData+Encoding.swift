public import Foundation
internal import NeatlineSystem

// The form as bytes in memory or in a file.

extension MultipartFormData {
    /// Encodes the form in memory.
    ///
    /// - Returns: The encoded form.
    /// - Throws: `AFError.multipartEncodingFailed(reason:)` with the first error of appending a part, or the error of
    ///   reading a part's file or stream.
    /// - Complexity: O(*n*), where *n* is the length of the contents.
    public func encode() throws -> Data {
        let parts = try whole()
        // The announced length of a stream is not trusted as a capacity.
        var encoded = Data(capacity: Int(min(parts.contentLength, Self.encodingMemoryThreshold)))
        try write(parts, cutsStreams: false) { encoded.append($0) }
        return encoded
    }

    /// Encodes the form to a file in chunks, without having it in memory as a whole.
    ///
    /// If a stream has more bytes than announced, the rest is not written, whereas ``encode()`` throws then.
    ///
    /// - Parameter fileURL: The URL of the file, which must not exist. If this function throws, the file is removed.
    /// - Throws: `AFError.multipartEncodingFailed(reason:)` with the first error of appending a part, the error of
    ///   reading a part's file or stream, or that of creating or writing the file.
    public func writeEncodedData(to fileURL: URL) throws {
        try writeEncodedData(to: fileURL, permissions: 0o666)
    }

    func writeEncodedData(to fileURL: URL, permissions: mode_t) throws {
        let parts = try whole()
        if fileManager.fileExists(atPath: fileURL.path) {
            throw Self.failure(.outputStreamFileAlreadyExists(at: fileURL))
        }
        guard fileURL.isFileURL else { throw Self.failure(.outputStreamURLInvalid(url: fileURL)) }
        do {
            let file = try NewFile(fileURL.path, permissions: permissions)
            do {
                try write(parts, cutsStreams: true) { data throws(UploadBodyError) in try file.append(data) }
                try file.finish()
            } catch {
                file.discard()
                throw error
            }
        } catch let error as UploadBodyError {
            if case .fileUnwritable(_, code: EEXIST) = error {
                throw Self.failure(.outputStreamFileAlreadyExists(at: fileURL))
            }
            throw Self.failure(.outputStreamWriteFailed(error: error))
        }
    }

    private func write(_ parts: [MultipartPart], cutsStreams: Bool, to take: (Data) throws -> Void) throws {
        for (index, part) in parts.enumerated() {
            try take(Data((MultipartBoundary.opening(boundary, isFirst: index == 0) + part.head).utf8))
            try Self.write(part, cutsStreams: cutsStreams, to: take)
        }
        try take(Data(MultipartBoundary.closing(boundary, isEmpty: parts.isEmpty).utf8))
    }

    // MARK: - Parts

    /// The number of bytes that are read at once.
    private static let pieceLength = 262_144

    private static func write(_ part: MultipartPart, cutsStreams: Bool, to take: (Data) throws -> Void) throws {
        switch part.content {
        case .data(let data): try take(data)
        case .file(let url): try write(url, length: part.length, to: take)
        case .stream(let stream, let claim):
            guard claim.take() else {
                throw failure(.inputStreamReadFailed(error: UploadBodyError.streamAlreadyRead))
            }
            try write(InputStreamSource(stream), length: part.length, truncates: cutsStreams, to: take)
        }
    }

    private static func write(_ url: URL, length: UInt64, to take: (Data) throws -> Void) throws {
        let source: FileSource
        do {
            source = try FileSource(url)
        } catch {
            throw failure(error.reason(for: url))
        }
        let found = UInt64(source.length)
        guard found == length else { throw lengthFailure(expected: length, found: found, url: url) }
        try write(source, length: length, of: url, to: take)
    }

    private static func write(
        _ source: some BodySource, length: UInt64, of url: URL? = nil, truncates: Bool = false,
        to take: (Data) throws -> Void
    ) throws {
        var offset: Int64 = 0
        // A stream that has given enough bytes is not read to its end, because it may not end.
        while !(truncates && offset == length), let piece = try next(of: source, at: offset, url: url) {
            let wanted = length - UInt64(offset)
            if truncates, UInt64(piece.count) > wanted { return try take(piece.prefix(Int(wanted))) }
            offset += Int64(piece.count)
            guard offset <= length else { throw lengthFailure(expected: length, found: UInt64(offset), url: url) }
            try take(piece)
        }
        guard offset == length else { throw lengthFailure(expected: length, found: UInt64(offset), url: url) }
    }

    /// Returns the next chunk; `nil` at the end.
    private static func next(of source: some BodySource, at offset: Int64, url: URL?) throws -> Data? {
        do {
            let piece = try source.read(pieceLength, at: offset)
            return piece.isEmpty ? nil : piece
        } catch UploadBodyError.fileLengthChanged(_, let expected, let found) {
            throw lengthFailure(expected: UInt64(expected), found: UInt64(found), url: url)
        } catch {
            throw failure(.inputStreamReadFailed(error: error))
        }
    }

    private static func lengthFailure(expected: UInt64, found: UInt64, url: URL?) -> AFError {
        failure(
            .inputStreamReadFailed(
                error: AFError.UnexpectedInputStreamLength(bytesExpected: expected, bytesRead: found, url: url)))
    }

    private static func failure(_ reason: AFError.MultipartEncodingFailureReason) -> AFError {
        .multipartEncodingFailed(reason: reason)
    }
}
