internal import Foundation
internal import NeatlineFoundation
internal import NeatlineJSON

// Messages of the errors of the system's libraries, which say too little on Linux.

extension Error {
    /// A description of the error for people, with more than Foundation provides on Linux: there the
    /// `localizedDescription` of a `URLError` is a number, and that of most Swift errors a number and their type.
    var fullDescription: String {
        switch self {
        case let error as AFError: error.errorDescription ?? ""
        case let error as DecodingError: error.fullDescription
        case let error as EncodingError: error.fullDescription
        case let error as URLError: error.fullDescription
        case let error as JSONError: error.nsError.fullDescription
        case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
        case let error as any CustomNSError: (error as NSError).fullDescription
        default:
            // Every error can be cast to `NSError`; only those that were created as one have more to say than their
            // type.
            type(of: self) is NSError.Type ? (self as NSError).fullDescription : String(describing: self)
        }
    }
}

extension NSError {
    /// The localized description, and the debug description if there is one.
    fileprivate var fullDescription: String {
        guard let detail = userInfo["NSDebugDescription"] as? String, !localizedDescription.contains(detail) else {
            return localizedDescription
        }
        return "\(localizedDescription) \(detail)"
    }
}

extension URLError {
    /// The name and number of the code, and the message of the transport or Foundation.
    fileprivate var fullDescription: String {
        let name = code.name.map { "\($0) (\(code.rawValue))" } ?? "NSURLErrorDomain \(code.rawValue)"
        if let said = (userInfo[NSUnderlyingErrorKey] as? TransportError)?.message, !said.isEmpty {
            return "\(name): \(said)"
        }
        if let said = userInfo[NSLocalizedDescriptionKey] as? String, !said.isEmpty { return "\(name): \(said)" }
        return name
    }
}

extension DecodingError {
    /// The coding path and the decoder's message; Neatline's contains the position in the text.
    fileprivate var fullDescription: String {
        guard let context else { return String(describing: self) }
        var text = context.debugDescription
        // The cause of a text that is not JSON.
        if let cause = context.underlyingError as? JSONError { text += " \(cause)" }
        return context.codingPath.isEmpty ? text : "At \(context.codingPath.text): \(text)"
    }
}

extension EncodingError {
    fileprivate var fullDescription: String {
        switch self {
        case .invalidValue(_, let context):
            context.codingPath.isEmpty
                ? context.debugDescription : "At \(context.codingPath.text): \(context.debugDescription)"
        @unknown default: String(describing: self)
        }
    }
}

extension [any CodingKey] {
    /// The path in Swift's notation: `users[3].name`.
    fileprivate var text: String {
        var text = ""
        for key in self {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text
    }
}

extension URLError.Code {
    /// The name of the code in Swift, for the codes that requests fail with.
    var name: String? {
        switch self {
        case .appTransportSecurityRequiresSecureConnection: "appTransportSecurityRequiresSecureConnection"
        case .badServerResponse: "badServerResponse"
        case .badURL: "badURL"
        case .callIsActive: "callIsActive"
        case .cancelled: "cancelled"
        case .cannotCloseFile: "cannotCloseFile"
        case .cannotConnectToHost: "cannotConnectToHost"
        case .cannotCreateFile: "cannotCreateFile"
        case .cannotDecodeContentData: "cannotDecodeContentData"
        case .cannotDecodeRawData: "cannotDecodeRawData"
        case .cannotFindHost: "cannotFindHost"
        case .cannotLoadFromNetwork: "cannotLoadFromNetwork"
        case .cannotMoveFile: "cannotMoveFile"
        case .cannotOpenFile: "cannotOpenFile"
        case .cannotParseResponse: "cannotParseResponse"
        case .cannotRemoveFile: "cannotRemoveFile"
        case .cannotWriteToFile: "cannotWriteToFile"
        case .clientCertificateRejected: "clientCertificateRejected"
        case .clientCertificateRequired: "clientCertificateRequired"
        case .dataLengthExceedsMaximum: "dataLengthExceedsMaximum"
        case .dataNotAllowed: "dataNotAllowed"
        case .dnsLookupFailed: "dnsLookupFailed"
        case .downloadDecodingFailedMidStream: "downloadDecodingFailedMidStream"
        case .downloadDecodingFailedToComplete: "downloadDecodingFailedToComplete"
        case .fileDoesNotExist: "fileDoesNotExist"
        case .fileIsDirectory: "fileIsDirectory"
        case .httpTooManyRedirects: "httpTooManyRedirects"
        case .internationalRoamingOff: "internationalRoamingOff"
        case .networkConnectionLost: "networkConnectionLost"
        case .noPermissionsToReadFile: "noPermissionsToReadFile"
        case .notConnectedToInternet: "notConnectedToInternet"
        case .redirectToNonExistentLocation: "redirectToNonExistentLocation"
        case .requestBodyStreamExhausted: "requestBodyStreamExhausted"
        case .resourceUnavailable: "resourceUnavailable"
        case .secureConnectionFailed: "secureConnectionFailed"
        case .serverCertificateHasBadDate: "serverCertificateHasBadDate"
        case .serverCertificateHasUnknownRoot: "serverCertificateHasUnknownRoot"
        case .serverCertificateNotYetValid: "serverCertificateNotYetValid"
        case .serverCertificateUntrusted: "serverCertificateUntrusted"
        case .timedOut: "timedOut"
        case .unknown: "unknown"
        case .unsupportedURL: "unsupportedURL"
        case .userAuthenticationRequired: "userAuthenticationRequired"
        case .userCancelledAuthentication: "userCancelledAuthentication"
        case .zeroByteResource: "zeroByteResource"
        default: nil
        }
    }
}
