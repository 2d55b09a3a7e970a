public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A serializer that returns the URL of a downloaded file.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol, ComputingSerializer {
    /// Creates a serializer.
    public init() {}

    /// Returns the URL of the file.
    ///
    /// - Throws: The error of the download; `AFError.responseSerializationFailed(reason: .inputFileNil)` if there is no
    ///   file.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> URL {
        if let error { throw error }
        guard let fileURL else { throw AFError.responseSerializationFailed(reason: .inputFileNil) }
        return fileURL
    }
}

extension DownloadResponseSerializerProtocol where Self == URLResponseSerializer {
    /// A serializer that returns the URL of a downloaded file.
    public static var url: URLResponseSerializer { URLResponseSerializer() }
}
