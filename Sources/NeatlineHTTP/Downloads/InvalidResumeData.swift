internal import Foundation
public import NeatlineFoundation

/// The error of a download whose resume data is invalid, in `AFError.createURLRequestFailed(error:)`.
public struct InvalidResumeData: Error, Sendable, Hashable, NSErrorBridgeable {
    /// The reason, in English.
    public let reason: String

    /// A description of the error, in English.
    public var errorDescription: String? { "The resume data is not Neatline's: \(reason)" }
}
