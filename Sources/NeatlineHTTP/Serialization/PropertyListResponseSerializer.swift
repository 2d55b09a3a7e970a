public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Gives the values of the body's property list, in any of the formats: the serializer of Alamofire 4.
public final class PropertyListResponseSerializer: ResponseSerializer, ComputingSerializer {
    /// What is done to the body first.
    public let dataPreprocessor: any DataPreprocessor
    /// The status codes that come without a body.
    public let emptyResponseCodes: Set<Int>
    /// The methods that are answered without a body.
    public let emptyRequestMethods: Set<HTTPMethod>
    /// What may be changed of the containers.
    public let options: PropertyListSerialization.ReadOptions

    /// A serializer that reads the body after `dataPreprocessor` has had it, and gives `NSNull` where there is none and none
    /// is needed.
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

    /// As ``serialize(_:)``.
    public func serialize(
        request: URLRequest?, response: HTTPURLResponse?, data: Data?, error: (any Error)?
    ) throws -> Any {
        try serialize(ReceivedResponse(request: request, response: response, data: data, error: error))
    }

    /// The values of the property list.
    ///
    /// - Throws: The error of the request; what the preprocessor throws; `AFError.responseSerializationFailed`, with
    ///   `.customSerializationFailed(error:)` for what is no property list.
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
    /// Gives the values of the body's property list.
    public static var propertyList: PropertyListResponseSerializer { PropertyListResponseSerializer() }

    /// Gives the values of the body's property list.
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
