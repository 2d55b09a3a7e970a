internal import Foundation
public import NeatlineFoundation

extension AFError {
    /// The error of a response body that, after decoding, is larger than the `maximumBodySize` of its request or
    /// session.
    ///
    /// It is the ``underlyingError`` of `.responseValidationFailed(reason: .customValidationFailed(error:))`, and not a
    /// case of its own, so that a `switch` over Alamofire's cases remains exhaustive.
    public struct BodyTooLarge: NSErrorBridgeable, Sendable, Hashable {
        /// The allowed number of bytes.
        public var maximumSize: Int64

        /// Creates the error.
        ///
        /// - Parameter maximumSize: The allowed number of bytes.
        public init(maximumSize: Int64) { self.maximumSize = maximumSize }

        /// A description of the error, in English.
        public var errorDescription: String? { "The body has more than \(maximumSize) bytes." }
    }

    /// The error of a form with an invalid boundary: RFC 2046, section 5.1.1, allows 1 to 70 characters of a given set.
    ///
    /// It is the ``underlyingError`` of `.multipartEncodingFailed(reason: .outputStreamWriteFailed(error:))`.
    public struct InvalidMultipartBoundary: NSErrorBridgeable, Sendable, Hashable {
        /// The invalid boundary.
        public var boundary: String

        /// Creates the error.
        ///
        /// - Parameter boundary: The invalid boundary.
        public init(boundary: String) { self.boundary = boundary }

        /// A description of the error, in English.
        public var errorDescription: String? { "The boundary cannot be used: \(String(reflecting: boundary))" }
    }
}
