#if os(Linux)
import Foundation
import NeatlineTestSupport
import NeatlineTesting
import Testing

@testable import NeatlineHTTP

@Suite("CurlTransport: descriptors that cannot be opened or watched", .ownThreads, .hangLimit)
struct CurlDescriptorTests {
    @Test("The error of a process without free descriptors says so, whatever libcurl needs one for")
    func noFreeDescriptor() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
            let transport = try CurlTransport()
            expect(await transport.run(TransportRequest(url: server.url("/"))).error == nil)
            for (host, code) in [("127.0.0.2", TransportError.Code.cannotConnect), ("far.invalid", .cannotFindHost)] {
                let url = try #require(URL(string: "http://\(host):\(server.port)/"))
                try await withoutFreeDescriptors {
                    let error = try #require(await transport.run(TransportRequest(url: url)).error)
                    expectEqual(error.code, code)
                    expect(error.message.hasSuffix("(Too many open files)"), "\(error)")
                }
            }
            expect(await transport.run(TransportRequest(url: server.url("/"))).error == nil)
        }
    }

    @Test("The error of a socket is that of the call, whatever can be opened when the request fails")
    func shortageOfTheCall() async {
        await #expect(processExitsWith: .success) {
            let library = try CurlLibrary.system.get()
            let environment = CurlEnvironment(configuration: .init(), library: library)
            let handle = try CurlHandle(library: library, environment: environment)
            var message: String { handle.error(code: CurlCode.cannotConnect)?.message ?? "none" }
            handle.socketOpener.pointee.error = EMFILE
            expect(message.hasSuffix(" (Too many open files)"))
            handle.socketOpener.pointee.error = 0
            try await withoutFreeDescriptors { expect(!message.contains("open files") && message != "none") }
        }
    }

    @Test("A request fails whose socket the kernel does not watch")
    func unwatched() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in LoopbackResponse(text: "fine") }
            var configuration = CurlTransport.Configuration()
            configuration.idleConnectionLifetime = 0
            let transport = try CurlTransport(configuration: configuration)
            let log = TransportLog()
            let task = transport.start(TransportRequest(url: server.url("/")), receiver: log)
            await log.completion()
            let loop = try #require(task as? CurlTransfer).loop
            // From now on, each call for the descriptor of the event loop fails.
            let file = open("/dev/null", O_RDONLY)
            expectEqual(dup2(file, loop.poll), loop.poll)
            for _ in 0..<2 {
                let error = try #require(await transport.run(TransportRequest(url: server.url("/"))).error)
                expectEqual(error.code, .other)
                expect(error.message.hasPrefix("the event loop cannot watch a descriptor: "), "\(error)")
            }
            let session = Session(transport: transport)
            let request = session.webSocketRequest(to: "ws://127.0.0.1:\(server.port)/")
            var completion: WebSocketRequest.Completion?
            for await event in request.webSocketTask().streamingMessageEvents() {
                if case .completed(let last) = event.kind { completion = last }
            }
            let message = String(describing: completion?.error)
            expect(message.contains("the event loop cannot watch a descriptor: "))
        }
    }
}
#endif
