public import Foundation

extension MultipartFormData {
    /// Puts the form together in memory.
    ///
    /// - Throws: `AFError.multipartEncodingFailed(reason:)`: what is wrong with a part that was appended, or why a part's file
    ///   or stream could not be read.
    public func encode() throws -> Data {
        let parts = try whole()
        // What streams are said to have is not believed before it is there.
        var encoded = Data(capacity: Int(min(parts.contentLength, Self.encodingMemoryThreshold)))
        try write(parts, cutsStreams: false) { encoded.append($0) }
        return encoded
    }

    /// Puts the form together in a file, piece by piece, without having it in memory.
    ///
    /// Of a stream that has more bytes than it was appended with, only as many are written; ``encode()`` fails then.
    ///
    /// - Parameter fileURL: The file, which must not be there yet. If anything fails, it is not there afterwards either.
    /// - Throws: `AFError.multipartEncodingFailed(reason:)`: what is wrong with a part that was appended, why a part's file or
    ///   stream could not be read, or why the file could not be made or written.
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

    /// Bytes that are read at once.
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
        // Nothing more is read of a stream that has given enough: it may not end.
        while !(truncates && offset == length), let piece = try next(of: source, at: offset, url: url) {
            let wanted = length - UInt64(offset)
            if truncates, UInt64(piece.count) > wanted { return try take(piece.prefix(Int(wanted))) }
            offset += Int64(piece.count)
            guard offset <= length else { throw lengthFailure(expected: length, found: UInt64(offset), url: url) }
            try take(piece)
        }
        guard offset == length else { throw lengthFailure(expected: length, found: UInt64(offset), url: url) }
    }

    /// The next piece; nil at the end.
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
