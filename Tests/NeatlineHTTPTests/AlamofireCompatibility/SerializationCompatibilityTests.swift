import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private enum BackendError: Error {
    case network(error: Error)
    case dataSerialization(error: Error)
    case jsonSerialization(error: Error)
    case xmlSerialization(error: Error)
    case objectSerialization(reason: String)
}

/// Stands for the XML library of the documents.
private struct XMLText: Equatable {
    struct NoXML: Error {}
    let root: String

    init(data: Data) throws {
        guard let match = String(decoding: data, as: UTF8.self).firstMatch(of: /<([a-z]+)[ >]/) else { throw NoXML() }
        root = String(match.1)
    }
}

extension DataRequest {
    fileprivate static func xmlResponseSerializer() -> ClosureResponseSerializer<XMLText> {
        return ClosureResponseSerializer { request, response, data, error in
            // Pass through any underlying URLSession error to the .network case.
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            // Use Alamofire's existing data serializer to extract the data, passing the error as nil, as it has
            // already been handled.
            let result = Request.serializeResponseData(response: response, data: data, error: nil)

            guard case let .success(validData) = result else {
                return .failure(BackendError.dataSerialization(error: result.error! as! AFError))
            }

            do {
                let xml = try XMLText(data: validData)
                return .success(xml)
            } catch {
                return .failure(BackendError.xmlSerialization(error: error))
            }
        }
    }

    @discardableResult
    fileprivate func responseXMLDocument(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<XMLText>) -> Void
    ) -> Self {
        return response(
            queue: queue,
            responseSerializer: DataRequest.xmlResponseSerializer(),
            completionHandler: completionHandler
        )
    }
}

private protocol ResponseObjectSerializable: SendableMetatype {
    init?(response: HTTPURLResponse, representation: Any)
}

private protocol ResponseCollectionSerializable: SendableMetatype {
    static func collection(from response: HTTPURLResponse, withRepresentation representation: Any) -> [Self]
}

extension ResponseCollectionSerializable where Self: ResponseObjectSerializable {
    fileprivate static func collection(
        from response: HTTPURLResponse, withRepresentation representation: Any
    ) -> [Self] {
        var collection: [Self] = []

        if let representation = representation as? [[String: Any]] {
            for itemRepresentation in representation {
                if let item = Self(response: response, representation: itemRepresentation) {
                    collection.append(item)
                }
            }
        }

        return collection
    }
}

extension DataRequest {
    @discardableResult
    fileprivate func responseObject<T: ResponseObjectSerializable>(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<T>) -> Void
    ) -> Self {
        let responseSerializer = ClosureResponseSerializer<T> { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let jsonResponseSerializer = DataRequest.jsonResponseSerializer(options: .allowFragments)
            let result = jsonResponseSerializer.serializeResponse(request, response, data, nil)

            guard case let .success(jsonObject) = result else {
                return .failure(BackendError.jsonSerialization(error: result.error!))
            }

            guard let response = response, let responseObject = T(response: response, representation: jsonObject) else {
                return .failure(BackendError.objectSerialization(reason: "JSON could not be serialized: \(jsonObject)"))
            }

            return .success(responseObject)
        }

        return response(queue: queue, responseSerializer: responseSerializer, completionHandler: completionHandler)
    }

    @discardableResult
    fileprivate func responseCollection<T: ResponseCollectionSerializable>(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<[T]>) -> Void
    ) -> Self {
        let responseSerializer = ClosureResponseSerializer<[T]> { request, response, data, error in
            guard error == nil else { return .failure(BackendError.network(error: error!)) }

            let jsonSerializer = DataRequest.jsonResponseSerializer(options: .allowFragments)
            let result = jsonSerializer.serializeResponse(request, response, data, nil)

            guard case let .success(jsonObject) = result else {
                return .failure(BackendError.jsonSerialization(error: result.error!))
            }

            guard let response = response else {
                let reason = "Response collection could not be serialized due to nil response."
                return .failure(BackendError.objectSerialization(reason: reason))
            }

            return .success(T.collection(from: response, withRepresentation: jsonObject))
        }

        return response(responseSerializer: responseSerializer, completionHandler: completionHandler)
    }
}

private struct User: ResponseObjectSerializable, ResponseCollectionSerializable, CustomStringConvertible {
    let username: String
    let name: String

    var description: String {
        return "User: { username: \(username), name: \(name) }"
    }

    init?(response: HTTPURLResponse, representation: Any) {
        guard
            let username = response.url?.lastPathComponent,
            let representation = representation as? [String: Any],
            let name = representation["name"] as? String
        else { return nil }

        self.username = username
        self.name = name
    }
}

@Suite("Alamofire 4's Advanced Usage: custom response serialization", .ownThreads, .hangLimit)
struct SerializationCompatibilityTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("A serializer for XML")
    func xml() async {
        Alamofire.request("\(httpbin)/xml").responseXMLDocument { response in
            print(response.result.value?.root ?? "none")
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, "slideshow")
        Alamofire.request("\(httpbin)/json").responseXMLDocument { response in
            print(response.result.error?.underlyingError ?? "none")
        }
        await printout.wait(for: 2)
        expect(printout.texts[1].hasPrefix("xmlSerialization"))
    }

    @Test("An object")
    func object() async {
        server.on(.get, "/users/mattt") { _ in .json(#"{"name": "Mattt"}"#) }
        Alamofire.request("\(httpbin)/users/mattt").responseObject { (response: AFDataResponse<User>) in
            debugPrint(response)

            if let user = response.result.value {
                print("User: { username: \(user.username), name: \(user.name) }")
            }
        }
        await printout.wait(for: 2)
        expectEqual(printout.texts[1], "User: { username: mattt, name: Mattt }")
        expect(printout.texts[0].hasSuffix("[Result]: success(User: { username: mattt, name: Mattt })"))
    }

    @Test("A collection of objects")
    func collection() async {
        server.on(.get, "/users") { _ in .json(#"[{"name": "Mattt"}, {"name": "Ada"}, {"no": "name"}]"#) }
        Alamofire.request("\(httpbin)/users").responseCollection { (response: AFDataResponse<[User]>) in
            if let users = response.result.value {
                users.forEach { print("- \($0)") }
            }
        }
        await printout.wait(for: 2)
        expectEqual(
            printout.texts,
            [
                "- User: { username: users, name: Mattt }", "- User: { username: users, name: Ada }",
            ])
    }

    @Test("An error of the network goes through the closure")
    func network() async throws {
        let closed = try LoopbackServer()
        closed.stop()
        AF.request(closed.url("/users")).responseCollection { (response: AFDataResponse<[User]>) in
            if case .network? = response.error?.underlyingError as? BackendError { print("network") }
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, "network")
    }
}
