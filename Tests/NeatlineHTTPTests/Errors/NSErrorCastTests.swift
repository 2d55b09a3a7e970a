import Foundation
import NeatlineHTTP
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// All forms of casts to `NSError`, of each public error type.
@Suite("Casts of errors to NSError", .ownThreads) struct NSErrorCastTests {
    @Test("Each AF error can be cast")
    func eachAFErrorCanBeCast() {
        for (error, text, _) in AFErrorTests.all { expect(flawOfCasts(error, description: text) == nil) }
        do {
            throw AFError.explicitlyCancelled
        } catch let error as NSError {
            expectEqual(error.localizedDescription, "Request explicitly cancelled.")
        }
    }

    @Test("Each other error can be cast")
    func eachOtherErrorCanBeCast() throws {
        let length = AFError.UnexpectedInputStreamLength(bytesExpected: 1, bytesRead: 2)
        let errors: [any LocalizedError] = [
            length, UploadBodyError.streamUnreadable, PropertyListEncoding.Error.tooDeep,
            JSONEncoding.Error.invalidJSONObject, URLEncoding.Error.tooDeep(key: "k"),
            DeflateRequestCompressor.DuplicateHeaderError(),
            DeflateRequestCompressor.CompressionError.unavailable(reason: "gone"),
            AuthenticationError.missingCredential, AuthenticationError.excessiveRefresh,
            TransportError(.timedOut, "too long"), TransportError(.cancelled, ""),
            WebSocketError.connectionLost, WebSocketError.protocolViolation(.closeCode(1005)),
            WebSocketError.handshakeFailed(.subprotocol("x")), WebSocketError.pongTimedOut(1),
            DecodableWebSocketMessageDecoder<Int>.Error.unknownMessage(description: "x"),
        ]
        for error in errors {
            let description = try #require(error.errorDescription)
            expect(flawOfCasts(error, description: description) == nil)
        }
        expectEqual(TransportError(.cancelled, "").localizedDescription, "cancelled")
        let mock = MockTransport()
        mock.on(.get, "https://example.com/never") { _ in .json("1") }
        let unused = try #require(throws: MockTransportError.self) { try mock.verify() }
        expect(flawOfCasts(unused, description: unused.description) == nil)
        #if !canImport(Security)
        let certificate = try #require(throws: ServerCertificateError.self) {
            try ServerCertificate.certificates(in: Data("-----BEGIN CERTIFICATE-----".utf8))
        }
        expect(flawOfCasts(certificate, description: certificate.description) == nil)
        #endif
    }
}
