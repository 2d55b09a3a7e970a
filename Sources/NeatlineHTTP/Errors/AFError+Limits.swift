internal import Foundation
public import NeatlineFoundation

extension AFError {
    /// The body of a response, decoded, has more bytes than `maximumBodySize` of its request or its session allows.
    ///
    /// It is the ``underlyingError`` of `.responseValidationFailed(reason: .customValidationFailed(error:))`: no case of its
    /// own, so that a `switch` over Alamofire's cases remains exhaustive.
    public struct BodyTooLarge: NSErrorBridgeable, Sendable, Hashable {
        /// Bytes that were allowed.
        public var maximumSize: Int64

        /// The error with this number.
        public init(maximumSize: Int64) { self.maximumSize = maximumSize }

        /// The reason, in English.
        public var errorDescription: String? { "The body has more than \(maximumSize) bytes." }
    }

    /// The boundary of a form, which was chosen by the program, cannot stand between parts: it may have 1 to 70 of some
    /// characters (RFC 2046, section 5.1.1).
    ///
    /// It is the ``underlyingError`` of `.multipartEncodingFailed(reason: .outputStreamWriteFailed(error:))`.
    public struct InvalidMultipartBoundary: NSErrorBridgeable, Sendable, Hashable {
        /// What was chosen.
        public var boundary: String

        /// The error with this boundary.
        public init(boundary: String) { self.boundary = boundary }

        /// The reason, in English.
        public var errorDescription: String? { "The boundary cannot be used: \(String(reflecting: boundary))" }
    }
}
