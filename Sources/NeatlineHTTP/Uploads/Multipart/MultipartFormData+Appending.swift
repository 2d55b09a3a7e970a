public import Foundation
public import NeatlineFoundation

extension MultipartFormData {
    // MARK: - Data

    /// Appends bytes.
    ///
    /// - Parameters:
    ///   - data: The contents.
    ///   - name: The name of the form's field.
    ///   - fileName: The name of the file that the contents are said to be; none if nil.
    ///   - mimeType: The content type; none is said if nil, which means plain text.
    public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        add(
            MultipartPart(
                headers: MultipartPart.headers(name: name, fileName: fileName, mimeType: mimeType),
                content: .data(data), length: UInt64(data.count)))
    }

    /// Appends a text, in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The contents.
    ///   - name: The name of the form's field.
    ///   - mimeType: The content type; none is said if nil, which means plain text.
    @_disfavoredOverload
    public func append(_ text: String, withName name: String, mimeType: String? = nil) {
        append(Data(text.utf8), withName: name, mimeType: mimeType)
    }

    /// Appends a value as JSON, with the content type `application/json`.
    ///
    /// - Parameters:
    ///   - value: The contents.
    ///   - name: The name of the form's field.
    ///   - fileName: The name of the file that the contents are said to be; none if nil.
    ///   - encoder: What encodes the value.
    /// - Throws: What the encoder throws. The form is then as it was.
    public func append(
        json value: some Encodable, withName name: String, fileName: String? = nil,
        encoder: any DataEncoder = NeatlineJSONEncoder()
    ) throws {
        append(try encoder.encode(value), withName: name, fileName: fileName, mimeType: "application/json")
    }

    // MARK: - File

    /// Appends a file, under its own name and with the content type of its extension.
    ///
    /// The name must have an extension; an unknown one means `application/octet-stream`.
    ///
    /// - Parameters:
    ///   - fileURL: The file. Its length is read now, its contents when the form is put together.
    ///   - name: The name of the form's field.
    public func append(_ fileURL: URL, withName name: String) {
        let fileName = fileURL.lastPathComponent
        guard !fileName.isEmpty, !fileURL.pathExtension.isEmpty else {
            return fail(.bodyPartFilenameInvalid(in: fileURL))
        }
        append(
            fileURL, withName: name, fileName: fileName, mimeType: MIMEType.ofFile(withExtension: fileURL.pathExtension)
        )
    }

    /// Appends a file.
    ///
    /// - Parameters:
    ///   - fileURL: The file. Its length is read now, its contents when the form is put together.
    ///   - name: The name of the form's field.
    ///   - fileName: The name under which it is sent.
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

    /// Appends what a stream gives.
    ///
    /// - Parameters:
    ///   - stream: The contents. They can be read once, so the form can be put together once.
    ///   - length: How many bytes it will give. If it gives more or fewer the form cannot be put together.
    ///   - name: The name of the form's field.
    ///   - fileName: The name of the file that the contents are said to be.
    ///   - mimeType: The content type.
    public func append(
        _ stream: InputStream, withLength length: UInt64, name: String, fileName: String, mimeType: String
    ) {
        append(
            stream, withLength: length,
            headers: MultipartPart.headers(name: name, fileName: fileName, mimeType: mimeType))
    }

    /// Appends what a stream gives, with header fields of your own.
    ///
    /// - Parameters:
    ///   - stream: The contents. They can be read once, so the form can be put together once.
    ///   - length: How many bytes it will give. If it gives more or fewer the form cannot be put together.
    ///   - headers: All fields of the part, `Content-Disposition` too. Line breaks in them become spaces.
    public func append(_ stream: InputStream, withLength length: UInt64, headers: HTTPHeaders) {
        add(MultipartPart(headers: headers, content: .stream(stream, OnceFlag()), length: length))
    }
}

extension UploadBodyError {
    /// Why a file cannot be a part, as a form's reason.
    func reason(for url: URL) -> AFError.MultipartEncodingFailureReason {
        switch self {
        case .fileURLInvalid: .bodyPartURLInvalid(url: url)
        case .fileIsDirectory: .bodyPartFileIsDirectory(at: url)
        case .fileNotRegular: .bodyPartFileSizeNotAvailable(at: url)
        default: .bodyPartFileNotReachableWithError(atURL: url, error: self)
        }
    }
}
