public import Foundation
public import NeatlineFoundation
internal import NeatlineJSON

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as a property list in the request's body: Alamofire 4's encoding of that name.
///
/// ```swift
/// AF.request(url, method: .post, parameters: ["since": Date()], encoding: PropertyListEncoding.xml)
/// ```
public struct PropertyListEncoding: ParameterEncoding {
    /// Why an object could not be written.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// A value has no form in a property list: its type has none, or it is NaN, infinite, or a string that XML cannot
        /// hold. The path leads to it.
        case invalidValue(path: String)
        /// The value is inside more than 512 others, or contains itself.
        case tooDeep
    }

    /// XML.
    public static let `default` = PropertyListEncoding()
    /// XML.
    public static let xml = PropertyListEncoding(format: .xml)
    /// Binary.
    public static let binary = PropertyListEncoding(format: .binary)

    /// XML or binary.
    public let format: PropertyListSerialization.PropertyListFormat
    /// Nothing that is used today.
    public let options: PropertyListSerialization.WriteOptions

    /// An encoding in this format.
    public init(
        format: PropertyListSerialization.PropertyListFormat = .xml,
        options: PropertyListSerialization.WriteOptions = 0
    ) {
        self.format = format
        self.options = options
    }

    /// The request with the parameters in its body.
    ///
    /// `Content-Type` is `application/x-plist` unless the request has one.
    ///
    /// - Throws: What `urlRequest` throws; `AFError.parameterEncodingFailed(reason: .customEncodingFailed(error:))` with a
    ///   ``PropertyListEncoding/Error`` or one of `PropertyListSerialization`.
    public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var urlRequest = try urlRequest.asURLRequest()
        guard let parameters else { return urlRequest }
        do {
            let list = try propertyList(parameters, path: "", depth: 0)
            let body = try PropertyListSerialization.data(fromPropertyList: list, format: format, options: options)
            if urlRequest.value(forHTTPHeaderField: "Content-Type") == nil {
                urlRequest.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
            }
            urlRequest.httpBody = body
            return urlRequest
        } catch {
            throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
        }
    }

    /// The value as the serializer takes it, which ends the process for some others.
    ///
    /// It calls itself for parts of containers, as the serializer does: down to the 512th level.
    private func propertyList(_ value: Any, path: String, depth: Int) throws -> Any {
        guard depth <= URLEncoding.maximumDepth else { throw Error.tooDeep }
        switch value {
        case let date as Date where Swift.type(of: value) == Date.self || value is NSDate:
            guard date.timeIntervalSinceReferenceDate.magnitude < 1e11 else { throw Error.invalidValue(path: path) }
            return date
        case let data as Data where Swift.type(of: value) == Data.self || value is NSData: return data
        default: break
        }
        switch ParameterValue(value) {
        case .bool(let bool): return NSNumber(value: bool)
        case .null: throw Error.invalidValue(path: path)
        case .elements(let elements):
            return try elements.enumerated().map { index, element in
                try propertyList(element, path: "\(path)[\(index)]", depth: depth + 1)
            }
        case .members(let members):
            var list: [String: Any] = [:]
            for (key, value) in members {
                guard isWritable(key) else { throw Error.invalidValue(path: path) }
                list[key] = try propertyList(value, path: path.isEmpty ? key : "\(path).\(key)", depth: depth + 1)
            }
            return list
        case .text(let text):
            if value is String || value is NSString {
                guard isWritable(text) else { throw Error.invalidValue(path: path) }
                return text
            }
            guard let number = JSON(value).number, number.doubleValue.isFinite else {
                throw Error.invalidValue(path: path)
            }
            return number
        }
    }

    /// Whether the text can be written: XML 1.0 has no way to write control characters (section 2.2).
    private func isWritable(_ text: String) -> Bool {
        format != .xml
            || text.unicodeScalars.allSatisfy { scalar in
                scalar.value >= 0x20 ? scalar.value & 0xFFFE != 0xFFFE : [0x09, 0x0A, 0x0D].contains(scalar.value)
            }
    }
}

extension PropertyListEncoding.Error: NSErrorBridgeable {
    /// The problem in words, with the path to the value.
    public var errorDescription: String? {
        switch self {
        case .invalidValue(let path): "The value at \(path.isEmpty ? "the top" : path) has no form in a property list."
        case .tooDeep: "The value is inside more than \(URLEncoding.maximumDepth) others, or contains itself."
        }
    }
}
