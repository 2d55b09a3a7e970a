public import Foundation
public import NeatlineFoundation
internal import NeatlineSystem

// The functions that append a part: data, text, a model, a file or a stream.

extension MultipartFormData {
    // MARK: - Data

    /// Appends a part with the given data.
    ///
    /// - Parameters:
    ///   - data: The contents of the part.
    ///   - name: The name of the form field.
    ///   - fileName: The file name in `Content-Disposition`; `nil` for none.
    ///   - mimeType: The content type; `nil` for none, which means plain text.
    public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        add(
            MultipartPart(
                headers: MultipartPart.headers(name: name, fileName: fileName, mimeType: mimeType),
                content: .data(data), length: UInt64(data.count)))
    }

    /// Appends a text, encoded as UTF-8.
    ///
    /// - Parameters:
    ///   - text: The contents of the part.
    ///   - name: The name of the form field.
    ///   - mimeType: The content type; `nil` for none, which means plain text.
    @_disfavoredOverload
    public func append(_ text: String, withName name: String, mimeType: String? = nil) {
        append(Data(text.utf8), withName: name, mimeType: mimeType)
    }

    /// Appends a value as JSON, with the content type `application/json`.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - name: The name of the form field.
    ///   - fileName: The file name in `Content-Disposition`; `nil` for none.
    ///   - encoder: The encoder.
    /// - Throws: The error of the encoder. The form does not change then.
    public func append(
        json value: some Encodable, withName name: String, fileName: String? = nil,
        encoder: any DataEncoder = NeatlineJSONEncoder()
    ) throws {
        append(try encoder.encode(value), withName: name, fileName: fileName, mimeType: "application/json")
    }

    // MARK: - File

    /// Appends a file, with its own name and the content type of its extension.
    ///
    /// If the URL has no file name with an extension, encoding the form throws `AFError.multipartEncodingFailed` with
    /// the reason `bodyPartFilenameInvalid`. An unknown extension means `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of the file. Its length is read immediately, its contents when the form is encoded.
    ///   - name: The name of the form field.
    public func append(_ fileURL: URL, withName name: String) {
        let fileName = fileURL.lastPathComponent
        guard !fileName.isEmpty, !fileURL.pathExtension.isEmpty else {
            return fail(.bodyPartFilenameInvalid(in: fileURL))
        }
        append(
            fileURL, withName: name, fileName: fileName, mimeType: MIMEType.ofFile(withExtension: fileURL.pathExtension)
        )
    }

    /// Appends a part with the contents of a file, which is read when the form is encoded.
    ///
    /// If the file cannot be read, encoding the form throws the error.
    ///
    /// - Parameters:
    ///   - fileURL: The URL of the file. Its length is read immediately, its contents when the form is encoded.
    ///   - name: The name of the form field.
    ///   - fileName: The file name in `Content-Disposition`.
    ///   - mimeType: The content type.
    public func append(_ fileURL: URL, withName name: String, fileName: String, mimeType: String) {
        let length: Int64
        do {
            length = try ReadableFile(fileURL).length()
        } catch {
            return fail(error.reason(for: fileURL))
        }
        add(
            MultipartPart(
                headers: MultipartPart.headers(name: name, fileName: fileName, mimeType: mimeType),
                content: .file(fileURL), length: UInt64(length)))
    }

    // MARK: - Stream

    /// Appends a part with the contents of a stream.
    ///
    /// - Parameters:
    ///   - stream: The contents of the part. A stream can be read once, so the form can be encoded only once.
    ///   - length: The number of bytes of the stream. If the stream has another length, encoding the form fails.
    ///   - name: The name of the form field.
    ///   - fileName: The file name in `Content-Disposition`.
    ///   - mimeType: The content type.
    public func append(
        _ stream: InputStream, withLength length: UInt64, name: String, fileName: String, mimeType: String
    ) {
        append(
            stream, withLength: length,
            headers: MultipartPart.headers(name: name, fileName: fileName, mimeType: mimeType))
    }

    /// Appends a stream with the given header fields.
    ///
    /// - Parameters:
    ///   - stream: The contents of the part. A stream can be read once, so the form can be encoded only once.
    ///   - length: The number of bytes of the stream. If the stream has another length, encoding the form fails.
    ///   - headers: All header fields of the part, including `Content-Disposition`. Line breaks in them are replaced by
    ///     spaces.
    public func append(_ stream: InputStream, withLength length: UInt64, headers: HTTPHeaders) {
        add(MultipartPart(headers: headers, content: .stream(stream, OnceFlag()), length: length))
    }
}

extension UploadBodyError {
    /// Returns the reason for `AFError.multipartEncodingFailed` when a file cannot be a part.
    func reason(for url: URL) -> AFError.MultipartEncodingFailureReason {
        switch self {
        case .fileURLInvalid: .bodyPartURLInvalid(url: url)
        case .fileIsDirectory: .bodyPartFileIsDirectory(at: url)
        case .fileNotRegular: .bodyPartFileSizeNotAvailable(at: url)
        default: .bodyPartFileNotReachableWithError(atURL: url, error: self)
        }
    }
}
