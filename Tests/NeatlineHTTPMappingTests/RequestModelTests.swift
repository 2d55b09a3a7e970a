import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

@Suite("Requests from models", .ownThreads, .hangLimit)
struct RequestModelTests {
    struct Person: Mappable {
        var name = "Ada"
        var age: Int? = 36
        var tags = ["b", "a"]
        var home = Home()

        init() {}
        init?(map: Map) {}

        mutating func mapping(map: Map) {
            name <- map["name"]
            age <- map["age"]
            tags <- map["tags"]
            home <- map["home"]
        }
    }

    struct Home: Mappable {
        var city: String? = "London"
        var zip = 17

        init() {}
        init?(map: Map) {}

        mutating func mapping(map: Map) {
            city <- map["city"]
            zip <- map["zip"]
        }
    }

    /// Both a model and encodable.
    struct Twofold: Mappable, Encodable {
        var name = "mapped"

        enum CodingKeys: String, CodingKey { case name = "encodedName" }

        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { name <- map["mappedName"] }
    }

    struct Unwritable: Mappable {
        var height = Double.nan
        init() {}
        init?(map: Map) {}
        mutating func mapping(map: Map) { height <- map["height"] }
    }

    private let text = #"{"name":"Ada","age":36,"tags":["b","a"],"home":{"city":"London","zip":17}}"#

    /// Method, target, content type and body that arrive.
    private func sent(_ request: (URL) -> DataRequest) async throws -> [String] {
        let server = try LoopbackServer { request in
            .json([
                JSON(request.method), JSON(request.target), JSON(request[header: "Content-Type"] ?? "none"),
                JSON(request.text),
            ])
        }
        return try await request(server.url("/people")).serializingJSON().value.arrayValue.map(\.stringValue)
    }

    @Test("A model is a body, and so is an array of models")
    func bodies() async throws {
        try await expectEqual(
            sent { AF.request($0, method: .put, body: Person()) }, ["PUT", "/people", "application/json", text])
        try await expectEqual(
            sent { AF.request($0, body: [Person(), Person()]) },
            ["POST", "/people", "application/json", "[\(text),\(text)]"])
        try await expectEqual(sent { AF.request($0, body: Twofold()) }[3], #"{"mappedName":"mapped"}"#)
    }

    @Test("It is written when the request is made")
    func early() async throws {
        let day = try #require(Day(JSONString: #"{"day": "Friday"}"#))
        let all = try await sent { url in
            let request = AF.request(url, body: day)
            day.name = "Sunday"
            return request
        }
        expectEqual(all[3], #"{"day":"Friday"}"#)
    }

    @Test("Parameters: JSON in the body of POST, the query of GET")
    func parameters() async throws {
        try await expectEqual(
            sent { AF.request($0, method: .post, parameters: Person()) }, ["POST", "/people", "application/json", text])
        try await expectEqual(
            sent { AF.request($0, parameters: Person()) }[1],
            "/people?age=36&home%5Bcity%5D=London&home%5Bzip%5D=17&name=Ada&tags%5B%5D=b&tags%5B%5D=a")
        try await expectEqual(
            sent { AF.request($0, method: .delete, parameters: Home()) }[1], "/people?city=London&zip=17")
    }

    @Test("An encoding or an encoder of one's choice")
    func encodings() async throws {
        let form = try await sent { AF.request($0, method: .post, parameters: Home(), encoding: URLEncoding.default) }
        expectEqual(form[3], "city=London&zip=17")
        let json = try await sent { AF.request($0, method: .post, parameters: Home(), encoding: JSONEncoding.default) }
        expectEqual(json[3], #"{"city":"London","zip":17}"#)
        let encoded = try await sent {
            AF.request($0, method: .post, parameters: Home(), encoder: URLEncodedFormParameterEncoder.default)
        }
        expectEqual(encoded[3], "city=London&zip=17")
        let sorted = try await sent {
            AF.request($0, method: .post, parameters: Person(), encoder: JSONParameterEncoder.sortedKeys)
        }
        expect(sorted[3].hasPrefix(#"{"age":36,"home":"#))
    }

    @Test("A model that is also encodable goes on being encoded, unless an encoding is given")
    func twofold() async throws {
        try await expectEqual(sent { AF.request($0, parameters: Twofold()) }[1], "/people?encodedName=mapped")
        try await expectEqual(
            sent {
                AF.request($0, method: .post, parameters: Twofold(), encoder: JSONParameterEncoder.default)
            }[3], #"{"encodedName":"mapped"}"#)
        try await expectEqual(
            sent { AF.request($0, method: .post, parameters: Twofold(), encoding: JSONEncoding.default) }[3],
            #"{"mappedName":"mapped"}"#)
    }

    @Test("A patch has only what has changed; what has gone is null")
    func patch() async throws {
        let old = Person()
        var new = old
        new.age = nil
        new.tags = ["a"]
        new.home.city = "Bern"
        try await expectEqual(
            sent { AF.request($0, changesFrom: old, to: new) },
            [
                "PATCH", "/people", "application/merge-patch+json",
                #"{"age":null,"tags":["a"],"home":{"city":"Bern"}}"#,
            ])
        try await expectEqual(sent { AF.request($0, changesFrom: old, to: old) }[3], "{}")
        try await expectEqual(
            sent { AF.request($0, method: .put, changesFrom: new, to: old, headers: ["Content-Type": "x/y"]) },
            ["PUT", "/people", "x/y", #"{"age":36,"tags":["b","a"],"home":{"city":"London"}}"#])
    }

    @Test("The patch of a model makes the one of the other")
    func mergePatch() throws {
        let old = Person()
        var new = old
        new.home.city = nil
        new.name = "Grace"
        let patched = old.toJSONValue().applyingMergePatch(try old.mergePatch(to: new))
        expectEqual(patched, new.toJSONValue())
    }

    @Test("A model that writes null removes the member")
    func nullPatch() throws {
        struct Contact: Mappable {
            var phone = Presence<String>.absent
            init(_ phone: Presence<String>) { self.phone = phone }
            init?(map: Map) {}
            mutating func mapping(map: Map) { phone <- map["phone"] }
        }
        try expectEqual(Contact(.value("7")).mergePatch(to: Contact(.null)), JSON(parsing: #"{"phone": null}"#))
        try expectEqual(Contact(.null).mergePatch(to: Contact(.absent)), [:])
    }

    @Test("What has no form in JSON is told to the handler")
    func unwritable() async throws {
        let server = try LoopbackServer()
        let requests = [
            AF.request(server.url, body: Unwritable()), AF.request(server.url, body: [Unwritable()]),
            AF.request(server.url, parameters: Unwritable()),
            AF.request(server.url, parameters: Unwritable(), encoder: JSONParameterEncoder.default),
            AF.request(server.url, changesFrom: Unwritable(), to: Unwritable()),
        ]
        for request in requests {
            let error = await request.serializingJSON().response.error
            guard case .parameterEncodingFailed(.jsonEncodingFailed(let inner)) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            expectEqual((inner as? MappingError)?.failures.first?.path.hasSuffix(".height"), true)
        }
        expectEqual(server.requestCount, 0)
    }
}
