import Foundation
import NeatlineHTTP
import NeatlineTesting
import OpenAPIRuntime
import Synchronization

// Runs a client on NeatlineTransport, and a service for it.

let server = try LoopbackServer { request in
    .json("{\"message\": \"there is no \(request.path)\"}", status: 404)
}
server.on(.get, "/api/v1/huts/:name") { request in
    switch request.parameters["name"] {
    case "old": return .redirect(to: "/api/v1/huts/new")
    case "none": return .json(#"{"message": "no such hut"}"#, status: 404)
    default:
        var response = LoopbackResponse.json(#"{"name": "Dossenhütte", "height": 2663}"#)
        response.addHeader("Set-Cookie", "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT")
        response.addHeader("Set-Cookie", "b=2")
        return response
    }
}
server.on(.post, "/api/v1/huts") { request in request.body.isEmpty ? .status(400) : .status(201) }
server.on(.put, "/api/v1/photos/:name") { request in
    let length = request[header: "Content-Length"] ?? "none"
    return LoopbackResponse(text: "\(request.bodyCount) bytes, Content-Length: \(length)")
}
let isSent = Mutex(false)
server.on(.get, "/api/v1/photos/large") { _ in
    .script([
        .head(200, headers: ["Content-Length": "50000000"]), .repeat("0123456789", count: 5_000_000),
        .perform { isSent.withLock { $0 = true } },
    ])
}
server.on(.get, "/api/v1/photos/cut") { _ in
    .script([.head(200, headers: ["Content-Length": "1000"]), .send("0123456789"), .close])
}

let client = HutsClient(serverURL: server.url("/api/v1/"), transport: NeatlineTransport())

// The path, the query and fields of the request; those of the response, one by one.
if case .ok(let hut, let fields) = try await client.show("Dossen/Hütte", fields: ["name", "height"]) {
    print(hut.name, hut.height)
    for field in fields where field.name == .setCookie { print("\(field.name.rawName): \(field.value)") }
}
print(server.requests[0].target, server.requests[0][header: "Accept"] ?? "")

// Statuses are not errors.
if case .notFound(let problem) = try await client.show("none") { print("404: \(problem.message)") }
if case .undocumented(let status, _) = try await client.show("old") { print(status) }

// Bodies: in memory, of known and of unknown length.
print(try await client.add(Hut(name: "Doldenhornhütte", height: 1915)), server.requests.last?.text ?? "")
let pieces = AsyncStream<ArraySlice<UInt8>>.makeStream()
for piece in UInt8(0)..<100 { pieces.continuation.yield(ArraySlice(repeating: piece, count: 10_000)) }
pieces.continuation.finish()
let known = HTTPBody(pieces.stream, length: .known(1_000_000), iterationBehavior: .single)
print(try await client.upload(known, as: "known"))
let more = AsyncStream<ArraySlice<UInt8>>.makeStream()
for piece in UInt8(0)..<100 { more.continuation.yield(ArraySlice(repeating: piece, count: 1_000)) }
more.continuation.finish()
print(try await client.upload(HTTPBody(more.stream, length: .unknown, iterationBehavior: .single), as: "unknown"))

// The error of the sequence is that of the request.
struct CameraError: Error {}
let failing = AsyncThrowingStream<ArraySlice<UInt8>, any Error> { $0.finish(throwing: CameraError()) }
do {
    print(try await client.upload(HTTPBody(failing, length: .unknown, iterationBehavior: .single), as: "failing"))
} catch is CameraError {
    print("CameraError")
}

// A download: the server waits for the reader.
if let photo = try await client.download("large") {
    var count = 0
    for try await chunk in photo {
        if count == 0 {
            try await Task.sleep(for: .milliseconds(300))
            print("The server waits:", !isSent.withLock { $0 })
        }
        count += chunk.count
    }
    print(photo.length, count)
}

// A body that is cut off is an error, also with retries, which would begin again. So is a server that cannot be reached.
for session in [NeatlineTransport.makeSession(), Session(interceptor: RetryPolicy())] {
    let client = HutsClient(serverURL: server.url("/api/v1"), transport: NeatlineTransport(session: session))
    var count = 0
    do {
        if let photo = try await client.download("cut") { for try await chunk in photo { count += chunk.count } }
    } catch let error as AFError {
        print("After \(count) bytes, lost:", (error.underlyingError as? URLError)?.code == .networkConnectionLost)
    }
}
do {
    let nowhere = HutsClient(serverURL: URL(string: "http://127.0.0.1:9/")!, transport: NeatlineTransport())
    _ = try await nowhere.show("any")
} catch let error as AFError {
    print("Refused:", (error.underlyingError as? URLError)?.code == .cannotConnectToHost)
}

// A body that is released, and a task that is cancelled, end the transfer.
let endless = try LoopbackServer { _ in .script([.head(200), .repeat("0123456789")]) }
let endlessClient = HutsClient(serverURL: endless.url, transport: NeatlineTransport())
func readOneChunk() async throws {
    if let photo = try await endlessClient.download("any") { for try await _ in photo { break } }
}
try await readOneChunk()
await endless.waitForOpenConnections(atMost: 0)
print("released")
let reading = Task {
    var count = 0
    if let photo = try await endlessClient.download("any") { for try await chunk in photo { count += chunk.count } }
    return count
}
await endless.waitForRequests(2)
reading.cancel()
do {
    print(try await reading.value)
} catch is CancellationError {
    await endless.waitForOpenConnections(atMost: 0)
    print("cancelled")
}
