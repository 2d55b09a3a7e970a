internal import Foundation

extension DataResponse {
    /// The status; nil if there is no response. It costs less than `response?.statusCode`.
    public var statusCode: Int? { reply?.status }

    /// The values of all header fields of that name, without regard to case, in the order they came.
    ///
    /// `HTTPURLResponse` has them in one text, in which cookies, for example, cannot be told apart.
    public func headerValues(_ name: String) -> [String] { reply?.values(for: name) ?? [] }

    /// Decodes the body, whatever the result is: in it servers say more about an error than a status can.
    ///
    /// ```swift
    /// let response = await AF.request(url).validate().serializingDecodable(User.self).response
    /// if response.error?.responseCode == 422 {
    ///     let problem = try response.decodedBody(as: Problem.self)
    /// }
    /// ```
    ///
    /// - Throws: `AFError.responseSerializationFailed`, with `.inputDataNilOrZeroLength` if there is no body, and with
    ///   `.decodingFailed(error:)` if it does not decode.
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
