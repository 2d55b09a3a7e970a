internal import Foundation
public import NeatlineFoundation

/// Resume data that is none, as the error behind `AFError.createURLRequestFailed(error:)`.
public struct InvalidResumeData: Error, Sendable, Hashable, NSErrorBridgeable {
    /// What is wrong with it.
    public let reason: String

    /// What is wrong with it, in words.
    public var errorDescription: String? { "The resume data is not Neatline's: \(reason)" }
}
