public import Foundation

/// A type that changes a body before it is serialized.
public protocol DataPreprocessor: Sendable {
    /// Returns the changed body. Called only if the body is not empty, on the thread of the serializer.
    ///
    /// - Parameter data: The body as it was received.
    /// - Returns: The body to serialize.
    /// - Throws: Any error. An error that is not an `AFError` is wrapped in
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func preprocess(_ data: Data) throws -> Data
}

/// A preprocessor that returns the body unchanged.
public struct PassthroughPreprocessor: DataPreprocessor {
    /// Creates a preprocessor.
    public init() {}

    /// Returns the data unchanged.
    public func preprocess(_ data: Data) -> Data { data }
}

/// A preprocessor that removes the prefix `)]}',` and a line feed, which some servers add to JSON to prevent its use as
/// a script.
public struct GoogleXSSIPreprocessor: DataPreprocessor {
    /// Creates a preprocessor.
    public init() {}

    /// Returns the data without the prefix, if it has it.
    public func preprocess(_ data: Data) -> Data {
        let prefix = Array(")]}',\n".utf8)
        return data.starts(with: prefix) ? Data(data.dropFirst(prefix.count)) : data
    }
}

extension DataPreprocessor where Self == PassthroughPreprocessor {
    /// A preprocessor that returns the body unchanged.
    public static var passthrough: PassthroughPreprocessor { PassthroughPreprocessor() }
}

extension DataPreprocessor where Self == GoogleXSSIPreprocessor {
    /// A preprocessor that removes the prefix `)]}',` and a line feed.
    public static var googleXSSI: GoogleXSSIPreprocessor { GoogleXSSIPreprocessor() }
}
