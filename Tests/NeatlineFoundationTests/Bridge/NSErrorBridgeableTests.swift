import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// All forms of casts to `NSError`, which Linux has only for types that say how.
struct NSErrorBridgeableTests {
    @Test("Parsing fails with the domain and the code of JSONSerialization", arguments: ["[1 2]", "", "{"])
    func parseErrors(text: String) throws {
        do {
            _ = try JSON(data: Data(text.utf8))
            Issue.record("parsed")
        } catch let error as NSError {
            expectEqual(error.domain, NSCocoaErrorDomain)
            expectEqual(error.code, 3840)
        }
        let error = try #require(throws: JSONError.self) { try JSON(parsing: text) }
        let description = "line 1, column \(error.column ?? 0): \(error.message)"
        expect(flawOfCasts(error, domain: "NSCocoaErrorDomain", code: 3840, description: description) == nil)
        // SwiftyJSON's code stays what it was.
        expectEqual(error.errorCode, 490)
        let foundation = try #require(throws: (any Error).self) {
            try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
        expectEqual((foundation as NSError).code, 3840)
    }

    @Test("Other errors of JSON have SwiftyJSON's domain and codes")
    func valueErrors() throws {
        let json: JSON = ["a": [1]]
        let rows: [(JSONError?, Int)] = [
            (json["b"].error, 500), (json["a"][7].error, 900), (json["a"]["x"].error, 901),
            (JSON(NSObject()).error, 999), (SwiftyJSONError.elementTooDeep, 902), (.invalidJSON, 490),
        ]
        for (error, code) in rows {
            let error = try #require(error)
            let description = try #require(error.errorUserInfo[NSLocalizedDescriptionKey] as? String)
            let flaw = flawOfCasts(error, domain: "com.swiftyjson.SwiftyJSON", code: code, description: description)
            expect(flaw == nil)
        }
        let bridged = try #require(json["a"][7].error.map { $0 as Any } as? NSError)
        expect(bridged.userInfo[NSDebugDescriptionErrorKey] as? String == json["a"][7].error?.description)
    }

    @Test("Errors of merging, of patches and of pointers")
    func patchErrors() throws {
        var json: JSON = [1]
        let merging = try #require(throws: (any Error).self) { try json.merge(with: ["a": 1]) }
        let text = "Couldn't merge, because the JSONs differ in type on top level."
        expect(flawOfCasts(merging, domain: "com.swiftyjson.SwiftyJSON", code: 901, description: text) == nil)
        let pointer = try #require(throws: (any Error).self) { try JSONPointer(parsing: "a") }
        expect(castsToNSError(pointer).allSatisfy { $0?.domain == "com.swiftyjson.SwiftyJSON" && $0?.code == 490 })
        let patch = try #require(throws: JSONPatchError.self) {
            try json.apply(JSONPatch([["op": "remove", "path": "/0"], ["op": "remove", "path": "/0"]] as JSON))
        }
        expect(flawOfCasts(patch, description: patch.description) == nil)
    }

    @Test("Errors of mapping")
    func mappingErrors() throws {
        struct Model: ImmutableMappable {
            let name: String
            init(map: Map) throws { name = try map.value("name") }
        }
        struct Other: Mappable {
            init?(map: Map) {}
            mutating func mapping(map: Map) {}
        }
        let missing = try #require(throws: (any Error).self) { try Mapper<Model>().map(JSONString: "{}") as Model }
        expect(flawOfCasts(missing, description: "\(missing)") == nil)
        let own = MapError(key: "k", currentValue: 1, reason: "why")
        expect(flawOfCasts(own, description: own.description) == nil)
        let all = try #require(throws: (any Error).self) { try Mapper<Other>().tryMap(JSONString: "[") }
        expect(flawOfCasts(all, description: "\(all)") == nil)
    }
}
