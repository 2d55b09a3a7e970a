import Foundation
import Neatline
import NeatlineTestSupport
import Testing

/// Catching some of the errors that a function throws. With typed throws of a type that holds references, Swift 6.3.1
/// crashes on, or does not come to an end with, each of these functions.
struct PartialCatchTests {
    private func one() -> JSON { ["a": [1]] }

    /// Catches one kind of error by a constant, and throws the others on.
    private func byConstant() throws {
        var json = one()
        do { try json.merge(with: [1]) } catch SwiftyJSONError.wrongType {}
        do { _ = try json.merged(with: [1]) } catch SwiftyJSONError.wrongType {}
        do { try json.append(1) } catch SwiftyJSONError.wrongType {}
        do { try json.insert(1, at: "b", 0) } catch SwiftyJSONError.notExist {}
        do { try json.remove(at: "b") } catch SwiftyJSONError.notExist {}
        do { try json.remove(key: "b") } catch SwiftyJSONError.notExist {}
        do { try json.set(1, at: "b", "c") } catch SwiftyJSONError.notExist {}
        do { try json["a", 0].removeAll() } catch SwiftyJSONError.wrongType {}
        do { _ = try json.get("b", as: Int.self) } catch SwiftyJSONError.notExist {}
        do { _ = try json.getIfPresent("a", as: Int.self) } catch SwiftyJSONError.wrongType {}
        do { _ = try Int.read(from: json) } catch SwiftyJSONError.wrongType {}
        do { _ = try JSON(parsing: "[") } catch SwiftyJSONError.wrongType {} catch let error as JSONError { _ = error }
        do { _ = try JSON(data: Data()) } catch SwiftyJSONError.notExist {} catch let error as JSONError { _ = error }
        do { _ = try json.rawData() } catch SwiftyJSONError.invalidJSON {}
        do { _ = try json.serialized() } catch SwiftyJSONError.invalidJSON {}
        do { _ = try json.serializedString() } catch SwiftyJSONError.invalidJSON {}
        do { _ = try json.mergePatch(to: 1) } catch SwiftyJSONError.invalidJSON {}
        do { try json.set(1, at: JSONPointer(["b", "c"])) } catch SwiftyJSONError.notExist {}
        do { _ = try json.get(JSONPointer(["b"]), as: Int.self) } catch SwiftyJSONError.notExist {}
    }

    /// Catches errors of a type beside a closure, and throws the others on.
    private func byType(_ note: (any Error) -> Void) throws {
        var json = one()
        do { try json.merge(with: [1]) } catch let error as SwiftyJSONError { [error].forEach { note($0) } }
        do { _ = try json.merged(with: [1]) } catch let error as SwiftyJSONError { [error].forEach { note($0) } }
        do { try json.append(1) } catch let error as JSONError { [error].forEach { note($0) } }
        do { _ = try JSON(parsing: "[") } catch let error as JSONError { [error].forEach { note($0) } }
        do { _ = try JSONPointer(parsing: "a") } catch let error as JSONError { [error].forEach { note($0) } }
        do { _ = try JSONPatch(json) } catch let error as JSONPatchError { [error].forEach { note($0) } }
        do { try json.apply(JSONPatch([.remove(JSONPointer(["b"]))])) } catch let error as JSONPatchError {
            [error].forEach { note($0) }
        }
        var parser = JSONStreamParser()
        parser.feed(Array("}".utf8))
        parser.finish()
        do { _ = try parser.next() } catch let error as JSONError { [error].forEach { note($0) } }
        do { _ = try Mapper<Model>().tryMap(JSONString: "[") } catch let error as MappingError {
            [error].forEach { note($0) }
        }
    }

    private struct Model: Mappable {
        init?(map: Map) {}
        mutating func mapping(map: Map) {}
    }

    @Test("Some errors of a function are caught, and the others thrown on")
    func partialCatches() throws {
        try byConstant()
        var count = 0
        try byType { _ in count += 1 }
        expectEqual(count, 9)
        #expect(throws: JSONError.self) {
            var json = one()
            do { try json.append(1, to: "b") } catch SwiftyJSONError.wrongType {}
        }
    }
}
