public import Foundation

/// Changes a body before it is serialized.
public protocol DataPreprocessor: Sendable {
    /// The body as the serializer is to get it. It is called only if there is one.
    ///
    /// - Throws: Anything; what is no `AFError` reaches the handler as
    ///   `AFError.responseSerializationFailed(reason: .customSerializationFailed(error:))`.
    func preprocess(_ data: Data) throws -> Data
}

/// Changes nothing.
public struct PassthroughPreprocessor: DataPreprocessor {
    /// One that changes nothing.
    public init() {}

    /// The same data.
    public func preprocess(_ data: Data) -> Data { data }
}

/// Removes `)]}',` and a line feed from the beginning, which some servers send in front of JSON so that it is not a script.
public struct GoogleXSSIPreprocessor: DataPreprocessor {
    /// One that removes the usual prefix.
    public init() {}

    /// The data without the prefix, if it begins with it.
    public func preprocess(_ data: Data) -> Data {
        let prefix = Array(")]}',\n".utf8)
        return data.starts(with: prefix) ? Data(data.dropFirst(prefix.count)) : data
    }
}

extension DataPreprocessor where Self == PassthroughPreprocessor {
    /// Changes nothing.
    public static var passthrough: PassthroughPreprocessor { PassthroughPreprocessor() }
}

extension DataPreprocessor where Self == GoogleXSSIPreprocessor {
    /// Removes `)]}',` and a line feed from the beginning.
    public static var googleXSSI: GoogleXSSIPreprocessor { GoogleXSSIPreprocessor() }
}
