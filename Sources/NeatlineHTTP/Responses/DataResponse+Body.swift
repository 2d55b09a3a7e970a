internal import Foundation

extension DataResponse {
    /// The status code; `nil` if there is no response. Cheaper than `response?.statusCode`.
    public var statusCode: Int? { reply?.status }

    /// Returns the values of all header fields with a name.
    ///
    /// `HTTPURLResponse` joins them to one text, in which cookies, for example, cannot be separated.
    ///
    /// - Parameter name: The name of the fields, in any case.
    /// - Returns: The values, in the order in which they were received.
    public func headerValues(_ name: String) -> [String] { reply?.values(for: name) ?? [] }

    /// Decodes the body, regardless of the result: servers often describe errors in it.
    ///
    /// ```swift
    /// let response = await AF.request(url).validate().serializingDecodable(User.self).response
    /// if response.error?.responseCode == 422 {
    ///     let problem = try response.decodedBody(as: Problem.self)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder.
    /// - Returns: The decoded value.
    /// - Throws: `AFError.responseSerializationFailed`, with the reason `inputDataNilOrZeroLength` if there is no body,
    ///   or `decodingFailed(error:)`.
    public func decodedBody<T: Decodable>(
        as type: T.Type = T.self, decoder: any DataDecoder = DefaultDataDecoder()
    ) throws -> T {
        guard let data, !data.isEmpty else {
            throw AFError.responseSerializationFailed(reason: .inputDataNilOrZeroLength)
        }
        do {
            return try decoder.decode(type, from: data)
        } catch {
            throw DecodingError.failure(
                error, decoding: ReceivedResponse(request: request, reply: reply, data: data, error: nil))
        }
    }
}
