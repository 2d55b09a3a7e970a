public import Foundation

/// A serializer that parses the body as a property list, in any of the formats, as in Alamofire 4.
public final class PropertyListResponseSerializer: ResponseSerializer, ReceivedResponseSerializer, ComputingSerializer {
    /// Changes the body before it is parsed.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes of responses that may have an empty body.
    public let emptyResponseCodes: Set<Int>
    /// The methods of requests whose responses may have an empty body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// The mutability of the containers.
    public let options: PropertyListSerialization.ReadOptions

    /// Creates a serializer. An empty body, if one is allowed, becomes `NSNull`. The parameters are the properties of
    /// the same names.
    public init(
        dataPreprocessor: any DataPreprocessor = PropertyListResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = PropertyListResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = PropertyListResponseSerializer.defaultEmptyRequestMethods,
        options: PropertyListSerialization.ReadOptions = []
    ) {
        self.dataPreprocessor = dataPreprocessor
        self.emptyResponseCodes = emptyResponseCodes
        self.emptyRequestMethods = emptyRequestMethods
        self.options = options
    }

    /// Parses the body as a property list.
    ///
    /// - Throws: The error of the request; the error of the preprocessor; or `AFError.responseSerializationFailed` with
    ///   the reason `customSerializationFailed(error:)` if the body is not a property list, or
    ///   `inputDataNilOrZeroLength` if it is missing.
    public func serialize(_ received: ReceivedResponse) throws -> Any {
        guard let data = try body(of: received) else { return NSNull() }
        do {
            return try PropertyListSerialization.propertyList(from: data, options: options, format: nil)
        } catch {
            throw AFError.responseSerializationFailed(reason: .customSerializationFailed(error: error))
        }
    }
}

extension ResponseSerializer where Self == PropertyListResponseSerializer {
    /// A serializer that parses the body as a property list.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }

    /// Returns a serializer that parses the body as a property list. The parameters are those of the initializer.
    public static func propertyList(
        dataPreprocessor: any DataPreprocessor = PropertyListResponseSerializer.defaultDataPreprocessor,
        emptyResponseCodes: Set<Int> = PropertyListResponseSerializer.defaultEmptyResponseCodes,
        emptyRequestMethods: Set<HTTPMethod> = PropertyListResponseSerializer.defaultEmptyRequestMethods,
        options: PropertyListSerialization.ReadOptions = []
    ) -> PropertyListResponseSerializer {
        PropertyListResponseSerializer(
            dataPreprocessor: dataPreprocessor, emptyResponseCodes: emptyResponseCodes,
            emptyRequestMethods: emptyRequestMethods, options: options)
    }
}
