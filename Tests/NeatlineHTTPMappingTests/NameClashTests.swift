import Foundation
import NeatlineFoundation
import NeatlineHTTP
import NeatlineHTTPJSON
import NeatlineHTTPMapping
import NeatlineJSON
import NeatlineMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All modules imported: each documented call means one thing, with no other type written than that of the closure's
/// parameter or the call's own.
@Suite("Names with all modules imported", .ownThreads, .hangLimit)
struct NameClashTests {
    /// Everything at once.
    final class Everything: Mappable, Codable, ResponseObjectSerializable, ResponseCollectionSerializable {
        var source = ""

        enum CodingKeys: String, CodingKey { case source = "decoded" }

        init(source: String) { self.source = source }
        init?(map: Map) {}
        convenience init?(response: HTTPURLResponse, json: JSON) { self.init(source: json["made"].stringValue) }
        func mapping(map: Map) { source <- map["mapped"] }
    }

    struct Constant: ImmutableMappable, ResponseObjectSerializable {
        let source: String
        init(map: Map) throws { source = try map.value("mapped") }
        init?(response: HTTPURLResponse, representation: Any) { source = "made" }
    }

    private static let text = #"{"mapped": "mapped", "decoded": "decoded", "made": "made"}"#

    @Test("A type of all protocols: each call takes its own")
    func everything() async throws {
        let server = try Fixture.server(Self.text)
        let request = AF.request(server.url)
        try await expectEqual(request.serializingObject(Everything.self).value.source, "mapped")
        try await expectEqual(request.serializingDecodable(Everything.self).value.source, "decoded")
        let object = await awaited { done in
            request.responseObject { (response: AFDataResponse<Everything>) in done(response.value?.source) }
        }
        expectEqual(object, "mapped")
        let optional = await awaited { done in
            request.responseObject { (response: AFDataResponse<Everything?>) in done(response.value??.source) }
        }
        expectEqual(optional, "mapped")
        let decoded = await awaited { done in
            request.responseDecodable { (response: AFDataResponse<Everything>) in done(response.value?.source) }
        }
        expectEqual(decoded, "decoded")
        let typed = await awaited { done in
            request.responseObject(of: Everything.self) { response in done(response.value?.source) }
        }
        expectEqual(typed, "mapped")
        let failing = await awaited { done in
            request.responseObject(of: Everything.self, orFailure: Settings.self) { done($0.value?.source) }
        }
        expectEqual(failing, "mapped")
        let constant = await awaited { done in
            request.responseObject { (response: AFDataResponse<Constant>) in done(response.value?.source) }
        }
        expectEqual(constant, "mapped")
    }

    @Test("Arrays, collections, JSON, text")
    func arrays() async throws {
        let server = try Fixture.server("[\(Self.text)]")
        let request = AF.request(server.url)
        let array = await awaited { done in
            request.responseArray { (response: AFDataResponse<[Everything]>) in done(response.value?.map(\.source)) }
        }
        expectEqual(array, ["mapped"])
        let collection = await awaited { done in
            request.responseCollection { (response: AFDataResponse<[Everything]>) in
                done(response.value?.map(\.source))
            }
        }
        expectEqual(collection, ["made"])
        let json = await awaited { done in request.responseSwiftyJSON { response in done(response.value?[0]) } }
        expectEqual(json?["made"], "made")
        let count = await awaited { done in
            request.responseJSON { response in done((response.value as? [Any])?.count) }
        }
        expectEqual(count, 1)
        let text = await awaited { done in request.responseString { response in done(response.value) } }
        expectEqual(text, "[\(Self.text)]")
        let data = await awaited { done in request.response { response in done(response.data) } }
        expectEqual(data?.count, text?.utf8.count)
    }

    @Test("Bodies and parameters of all kinds")
    func requests() async throws {
        let server = try LoopbackServer { request in .json(JSON(request.text)) }
        func text(_ request: DataRequest) async throws -> String {
            try await request.serializingJSON().value.stringValue
        }
        let model = Everything(source: "x")
        try await expectEqual(text(AF.request(server.url, body: model)), #"{"mapped":"x"}"#)
        try await expectEqual(text(AF.request(server.url, body: [model])), #"[{"mapped":"x"}]"#)
        try await expectEqual(text(AF.request(server.url, body: ["a": 1])), #"{"a":1}"#)
        try await expectEqual(text(AF.request(server.url, body: [1: "one"])), #"{"1":"one"}"#)
        try await expectEqual(
            text(AF.request(server.url, method: .post, parameters: model, encoding: JSONEncoding.default)),
            #"{"mapped":"x"}"#)
        try await expectEqual(
            text(AF.request(server.url, method: .post, parameters: Settings())), #"{"size":0,"unit":"m"}"#)
        try await expectEqual(text(AF.request(server.url, method: .post, parameters: ["a": 1])), "a=1")
        try await expectEqual(
            text(
                AF.request(server.url, method: .post, parameters: ["a": "b"], encoder: JSONParameterEncoder.default)),
            #"{"a":"b"}"#)
        try await expectEqual(
            text(
                AF.request(server.url, method: .post, parameters: ["a": "b"], encoding: JSONEncoding.default)),
            #"{"a":"b"}"#)
        try await expectEqual(text(AF.request(server.url, method: .post)), "")
    }
}
