#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
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
        expectEqual(error.code, .unavailable)
        expectEqual(
            error.message,
            "libcurl-of-tomorrow.so.99, 7.64.0 or newer, is needed and cannot be opened: "
                + "libcurl-of-tomorrow.so.99: cannot open shared object file: No such file or directory")
    }

    @Test("A library that is not libcurl is said so, with what it lacks")
    func incomplete() throws {
        let error = try #require(problem(of: "libc.so.6"))
        expectEqual(
            error,
            TransportError(
                .unavailable,
                "libc.so.6, 7.64.0 or newer, is needed and cannot be opened: it has no curl_global_init"))
    }

    @Test("A version before 7.64.0 is too old")
    func versions() {
        expectEqual(
            CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x073D01, text: "7.61.1"),
            TransportError(.unavailable, "libcurl.so.4 is version 7.61.1; 7.64.0 or newer is needed"))
        expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x073F00, text: "7.63.0") != nil)
        expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x074000, text: "7.64.0") == nil)
        expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x074C01, text: "7.76.1") == nil)
        expect(CurlLibrary.tooOld(name: "libcurl.so.4", number: 0x080900, text: "8.9.0") == nil)
    }

    @Test("A configuration names the library to open; one that is not there is an error")
    func named() throws {
        var configuration = CurlTransport.Configuration()
        configuration.libraryPath = "libcurl.so.4"
        try expectEqual(CurlTransport(configuration: configuration).libraryVersion, CurlTransport().libraryVersion)
        configuration.libraryPath = "libcurl-of-tomorrow.so.99"
        #expect {
            _ = try CurlTransport(configuration: configuration)
        } throws: { error in
            (error as? TransportError)?.code == .unavailable
        }
    }

    @Test("A library that could not be opened is looked for again")
    func lookedForAgain() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("libcurl.so").path
        expectEqual(problem(of: path)?.message.hasSuffix("No such file or directory"), true)
        _ = try folder.file("libcurl.so", "This is no library.")
        expectEqual(problem(of: path)?.message.hasSuffix("No such file or directory"), false)
    }

    @Test("The environment of a caller who has fewer rights than the process names neither a library nor a proxy")
    func moreRights() {
        let variables = [CurlLibrary.nameVariable: "/tmp/evil.so", "https_proxy": "http://evil:1", "no_proxy": "*"]
        expectEqual(CurlLibrary.usable(variables, hasMoreRights: false), variables)
        expect(CurlLibrary.usable(variables, hasMoreRights: true).isEmpty)
        expect(!CurlLibrary.hasMoreRights)
    }

    @Test("The environment names the library to open")
    func environment() async {
        await #expect(processExitsWith: .success) {
            setenv("NEATLINE_LIBCURL", "libcurl-of-tomorrow.so.99", 1)
            do {
                _ = try CurlTransport()
            } catch let error as TransportError where error.message.hasPrefix("libcurl-of-tomorrow.so.99, ") {
                exit(0)
            }
            exit(1)
        }
    }

    @Test("Where there is no libcurl, sessions use URLSession by default, and say so once")
    func fallback() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            setenv("NEATLINE_LIBCURL", "libcurl-of-tomorrow.so.99", 1)
            let server = try LoopbackServer { _ in LoopbackResponse(text: "abc") }
            for _ in 0..<2 {
                let session = Session()
                try await expectEqual(session.request(server.url("/")).serializingString().value, "abc")
            }
            exit(0)
        }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        expectEqual(
            said.ranges(of: "neatline: libcurl-of-tomorrow.so.99, 7.64.0 or newer, is needed and cannot be opened")
                .count, 1)
        expect(said.contains("Requests go through URLSession instead."))
    }

    @Test("A libcurl that does not say when it sends a request makes a connection for each that must not be repeated")
    func freshConnections() async throws {
        let library = try CurlLibrary.system.get()
        let environment = CurlEnvironment(configuration: .init(), library: library)
        let handle = try CurlHandle(library: library, environment: environment)
        expect(handle.sending.tellsRequests)
        handle.sending.tellsRequests = false
        let url = try #require(URL(string: "http://a/"))
        let loop = try CurlLoop(library: library, configuration: .init())
        for (method, isFresh) in [("GET", false), ("POST", true), ("POST", true), ("PUT", false)] {
            let transfer = try CurlTransfer(
                TransportRequest(url: url, method: method), receiver: TransportLog(), loop: loop)
            expectEqual(handle.begin(transfer), CurlCode.ok)
            expectEqual(handle.settings.usesFreshConnection, isFresh)
            handle.end()
        }
    }

    @Test("The system's is there, new enough, and can do what a transport promises")
    func system() throws {
        let library = try CurlLibrary.system.get()
        expectEqual(library.version.split(separator: ".").count, 3)
        expect(library.capabilities.isSuperset(of: [.backpressure, .bodyStreams, .phaseTimings, .hostileServers]))
        expectEqual(library.text(of: CurlCode.gotNothing), "Server returned nothing (no headers, no data)")
        try expectEqual(CurlTransport().libraryVersion, library.version)
    }

    @Test("An evaluator for which the system has no thread is not waited for")
    func evaluatorWithoutThread() async {
        await #expect(processExitsWith: .success) {
            let loop = try CurlLoop(library: CurlLibrary.system.get(), configuration: .init())
            let url = try #require(URL(string: "https://a/"))
            let transfer = try CurlTransfer(TransportRequest(url: url), receiver: TransportLog(), loop: loop)
            let check = ServerTrustCheck(host: "a", evaluator: DefaultTrustEvaluator())
            let evaluation = ServerTrust.Evaluation(verdict: ServerTrust.Verdict(isTrusted: true), chain: [])
            let trust = ServerTrust(sent: [], evaluation: evaluation) { _, _ in nil }
            try withoutFreeThreads { expect(ServerTrustEvaluation(check, trust, for: transfer) == nil) }
            expect(ServerTrustEvaluation(check, trust, for: transfer) != nil)
        }
    }

    @Test("The system's has servers evaluated, which needs the OpenSSL that it uses")
    func openSSL() throws {
        let library = try CurlLibrary.system.get()
        expect(library.openSSL != nil)
        expect(library.capabilities.contains(.serverTrust))
    }

    @Test(
        "Over another TLS library there is no evaluation, and requests that ask for it are refused",
        .enabled(
            if: FileManager.default.fileExists(atPath: gnuTLS) && !isMallocReplaced,
            "needs a libcurl with GnuTLS, and the malloc of the C library"))
    func otherTLS() async throws {
        let library = try CurlLibrary.opened(named: Self.gnuTLS).get()
        expect(library.openSSL == nil)
        expect(!library.capabilities.contains(.serverTrust))
        let transport = try CurlTransport(library: library, configuration: .init())
        let session = Session(
            serverTrustManager: ServerTrustManager(evaluators: ["localhost": DisabledTrustEvaluator()]),
            transport: transport)
        let error = await session.request("https://localhost:1/").serializingData().response.error
        expectEqual(
            error?.errorDescription,
            "Server localhost was sent no request, because its certificate cannot be evaluated: the transport lacks the capability "
                + "`serverTrust`")
    }

    @Test(
        "A second libcurl is refused where it would use functions of the first",
        .enabled(if: FileManager.default.fileExists(atPath: gnuTLS) && isMallocReplaced, "needs a replaced malloc"))
    func notSeparable() throws {
        expectEqual(
            problem(of: Self.gnuTLS)?.message.hasSuffix(
                "the process has another libcurl, and a malloc or C library that cannot keep them apart"), true)
    }

    private static let gnuTLS = "/usr/lib/x86_64-linux-gnu/libcurl-gnutls.so.4"

    /// Whether memory is not the C library's, as under a sanitizer.
    private static let isMallocReplaced: Bool = {
        guard let library = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD) else { return true }
        return dlsym(library, "malloc") != dlsym(nil, "malloc")
    }()

    @Test(
        "Times of a configuration are kept within what libcurl takes",
        arguments: [
            (0, 1), (-5, 1), (0.0001, 1), (0.2, 200), (0.2004, 201), (60, 60_000), (1e12, 2_000_000_000),
            (.infinity, 2_000_000_000), (.nan, 300_000),
        ] as [(Double, Int)])
    func times(seconds: Double, milliseconds: Int) {
        expectEqual(CurlEnvironment.milliseconds(seconds), milliseconds)
    }
}
#endif
