import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("What servers say about errors", .ownThreads, .hangLimit)
struct ErrorBodyTests {
    struct Problem: ImmutableMappable, Equatable {
        let message: String
        init(map: Map) throws { message = try map.value("message") }
    }

    private func server() throws -> LoopbackServer {
        let server = try LoopbackServer()
        server.on(nil, "/good") { _ in .json(#"{"size": 4}"#) }
        server.on(nil, "/list") { _ in .json(#"{"items": [{"size": 4}]}"#) }
        server.on(nil, "/bad") { _ in .json(#"{"message": "name is taken"}"#, status: 422) }
        server.on(nil, "/inner") { _ in .json(#"{"error": {"message": "inner"}}"#, status: 500) }
        server.on(nil, "/html") { _ in LoopbackResponse(status: 500, text: "<html>") }
        server.on(nil, "/none") { _ in .status(500) }
        server.on(nil, "/other") { _ in .json(#"{"reason": 5}"#, status: 500) }
        server.on(nil, "/odd") { _ in .json("[1]") }
        return server
    }

    @Test("A success is the model")
    func success() async throws {
        let server = try server()
        let response = await awaited { done in
            AF.request(server.url("/good")).responseObject(of: Settings.self, orFailure: Problem.self) { done($0) }
        }
        expectEqual(response.value?.size, 4)
        let list = await awaited { done in
            AF.request(server.url("/list")).responseArray(
                of: Settings.self, orFailure: Problem.self, keyPath: "items"
            ) { done($0) }
        }
        expectEqual(list.value?.map(\.size), [4])
    }

    @Test("An error's status brings the server's words, validated or not", arguments: [true, false])
    func failure(validates: Bool) async throws {
        let server = try server()
        let request = AF.request(server.url("/bad"))
        if validates { request.validate() }
        let response = await awaited { done in
            request.responseObject(of: Settings.self, orFailure: Problem.self) { done($0) }
        }
        guard case .failure(.server(let problem, let status)) = response.result else {
            Issue.record("\(response)")
            return
        }
        expect(problem.message == "name is taken" && status == 422)
        expectEqual(response.error?.statusCode, 422)
        expectEqual(response.data, Data(#"{"message": "name is taken"}"#.utf8))
        let array = await awaited { done in
            request.responseArray(of: Settings.self, orFailure: Problem.self) { done($0) }
        }
        expectEqual(array.error, response.error)
    }

    @Test("The body of an error is preprocessed as that of a success is", arguments: [200, 422])
    func preprocessed(status: Int) async throws {
        let server = try LoopbackServer()
        server.on(nil, "/") { _ in .json(")]}',\n" + #"{"message": "name is taken"}"#, status: status) }
        let serializer = FailureResponseSerializer(
            JSONValueResponseSerializer(dataPreprocessor: GoogleXSSIPreprocessor()), orFailure: Problem.self)
        let request = AF.request(server.url("/")).validate()
        let result = await request.serializingResponse(using: serializer).result
        expectEqual((try? result.get())?["message"].string, status == 200 ? "name is taken" : nil)
        let error = result.error?.underlyingError as? ResponseFailure<Problem>
        expectEqual(error?.body?.message, status == 200 ? nil : "name is taken")
    }

    @Test("Awaited, it throws what the server said")
    func awaitedForm() async throws {
        let server = try server()
        do throws(ResponseFailure<Problem>) {
            _ = try await AF.request(server.url("/bad")).serializingObject(Settings.self, orFailure: Problem.self).value
            Issue.record("accepted")
        } catch {
            expectEqual(error.body?.message, "name is taken")
        }
        let inner = await AF.request(server.url("/inner")).serializingArray(
            Settings.self, orFailure: Problem.self, failureKeyPath: "error"
        ).result
        expect(inner.error?.body?.message == "inner" && inner.error?.statusCode == 500)
        let items = try await AF.request(server.url("/list")).serializingArray(
            Settings.self, orFailure: Problem.self, keyPath: "items"
        ).value
        expectEqual(items.count, 1)
    }

    @Test("A body that says nothing: the status is the error", arguments: ["/html", "/none", "/other"])
    func silent(path: String) async throws {
        let server = try server()
        for validates in [true, false] {
            let request = AF.request(server.url(path))
            if validates { request.validate() }
            let response = await request.serializingObject(Settings.self, orFailure: Problem.self).response
            guard case .failure(.request(let error)) = response.result else {
                Issue.record("\(response)")
                return
            }
            expectEqual(error.responseCode, 500)
        }
    }

    @Test("A success that cannot be read, and a request that fails, are errors of their own")
    func others() async throws {
        let server = try server()
        let unread = await AF.request(server.url("/odd")).serializingObject(Settings.self, orFailure: Problem.self)
            .response.error
        guard case .request(let error) = unread else {
            Issue.record("\(String(describing: unread))")
            return
        }
        expectEqual((error.underlyingError as? ResponseBodyError)?.found, "an array")
        let type = await AF.request(server.url("/good")).validate(contentType: ["text/html"])
            .serializingObject(Settings.self, orFailure: Problem.self).response.error
        guard case .request(let invalid) = type else {
            Issue.record("\(String(describing: type))")
            return
        }
        expectEqual(invalid.responseContentType, "application/json")
        let url = server.url("/good")
        server.stop()
        let unreached = await AF.request(url).serializingObject(Settings.self, orFailure: Problem.self).response.error
        guard case .request(let failure) = unreached else {
            Issue.record("\(String(describing: unreached))")
            return
        }
        expect(failure.isSessionTaskError && unreached?.statusCode == nil && unreached?.body == nil)
    }
}
