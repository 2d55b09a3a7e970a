public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the URL of a downloaded file.
public struct URLResponseSerializer: DownloadResponseSerializerProtocol, ComputingSerializer {
    /// The serializer.
    public init() {}

    /// The URL of the file.
    ///
    /// - Throws: The error of the download; `AFError.responseSerializationFailed(reason: .inputFileNil)` without a file.
    public func serializeDownload(
        request: URLRequest?, response: HTTPURLResponse?, fileURL: URL?, error: (any Error)?
    ) throws -> URL {
        if let error { throw error }
        guard let fileURL else { throw AFError.responseSerializationFailed(reason: .inputFileNil) }
        return fileURL
    }
}

extension DownloadResponseSerializerProtocol where Self == URLResponseSerializer {
    /// Gives the URL of a downloaded file.
    public static var url: URLResponseSerializer { URLResponseSerializer() }
}
