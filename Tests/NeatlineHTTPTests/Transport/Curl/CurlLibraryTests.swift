#if os(Linux)
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("libcurl, opened at run time", .ownThreads)
struct CurlLibraryTests {
    private func problem(of name: String) -> TransportError? {
        if case .failure(let error) = CurlLibrary.opened(named: name) { error } else { nil }
    }

    @Test("A library that is not there is said so, with what was looked for")
    func missing() throws {
        let error = try #require(problem(of: "libcurl-of-tomorrow.so.99"))
        #expect(error.code == .unavailable)
        #expect(
            error.message
                == "libcurl-of-tomorrow.so.99, 7.81.0 or newer, is needed and cannot be opened: "
                + "libcurl-of-tomorrow.so.99: cannot open shared object file: No such file or directory")
    }

    @Test("A library that is not libcurl is said so, with what it lacks")
    func incomplete() throws {
        let error = try #require(problem(of: "libc.so.6"))
        #expect(
            error
                == TransportError(
                    .unavailable,
                    "libc.so.6, 7.81.0 or newer, is needed and cannot be opened: it has no curl_global_init"))
    }

    @Test("A version before 7.81.0 is too old")
    func versions() {
        #expect(
            CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x074400, text: "7.68.0")
                == TransportError(.unavailable, "libcurl.so.4 is version 7.68.0; 7.81.0 or newer is needed"))
        #expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x075003, text: "7.80.3") != nil)
        #expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x075100, text: "7.81.0") == nil)
        #expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x080900, text: "8.9.0") == nil)
    }

    @Test("The system's is there, new enough, and can do what a transport promises")
    func system() throws {
        let library = try CurlLibrary.system.get()
        #expect(library.version.split(separator: ".").count == 3)
        #expect(library.capabilities.isSuperset(of: [.backpressure, .bodyStreams, .phaseTimings, .hostileServers]))
        #expect(library.text(of: CurlCode.gotNothing) == "Server returned nothing (no headers, no data)")
        #expect(try CurlTransport().libraryVersion == library.version)
    }

    @Test("The system's has servers evaluated, which needs the OpenSSL that it uses")
    func openSSL() throws {
        let library = try CurlLibrary.system.get()
        #expect(library.openSSL != nil)
        #expect(library.capabilities.contains(.serverTrust))
    }

    @Test(
        "Over another TLS library there is no evaluation, and requests that ask for it are refused",
        .enabled(if: FileManager.default.fileExists(atPath: gnuTLS), "needs a libcurl with GnuTLS"))
    func otherTLS() async throws {
        let library = try CurlLibrary.opened(named: Self.gnuTLS).get()
        #expect(library.openSSL == nil)
        #expect(!library.capabilities.contains(.serverTrust))
        let transport = try CurlTransport(library: library, configuration: .init())
        let session = Session(
            serverTrustManager: ServerTrustManager(evaluators: ["localhost": DisabledTrustEvaluator()]),
            transport: transport)
        let error = await session.request("https://localhost:1/").serializingData().response.error
        #expect(
            error?.errorDescription
                == "Server localhost was not asked, because it cannot be evaluated: the transport lacks the capability "
                + "`serverTrust`")
    }

    private static let gnuTLS = "/usr/lib/x86_64-linux-gnu/libcurl-gnutls.so.4"

    @Test(
        "Times of a configuration are kept within what libcurl takes",
        arguments: [
            (0, 1), (-5, 1), (0.0001, 1), (0.2, 200), (0.2004, 201), (60, 60_000), (1e12, 2_000_000_000),
            (.infinity, 2_000_000_000), (.nan, 300_000),
        ] as [(Double, Int)])
    func times(seconds: Double, milliseconds: Int) {
        #expect(CurlEnvironment.milliseconds(seconds) == milliseconds)
    }
}
#endif
