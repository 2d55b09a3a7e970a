import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("Objects that end badly elsewhere")
struct HostileObjectTests {
    @Test("An array that contains itself is an error")
    func cycle() throws {
        let array = NSMutableArray()
        array.add(1)
        array.add(array)
        defer { array.removeAllObjects() }
        let json = JSON(array)
        expectEqual(json.error, SwiftyJSONError.elementTooDeep)
        expectEqual(json.error?.code, .tooDeep)
        expectEqual(json.description, "null")
        #expect(throws: SwiftyJSONError.invalidJSON) { try json.rawData() }
    }

    @Test("So is one that does by way of dictionaries and of Swift's arrays, many times over")
    func longCycle() {
        let array = NSMutableArray()
        let dictionary = NSMutableDictionary()
        for _ in 0..<1_000 { array.add([1, dictionary] as NSArray) }
        dictionary.setObject(array, forKey: "back" as NSString)
        defer {
            array.removeAllObjects()
            dictionary.removeAllObjects()
        }
        expectEqual(JSON(["x": array] as [String: Any]).error, .elementTooDeep)
        expectEqual(JSON([[dictionary]] as [Any]).error, .elementTooDeep)
        expectEqual(JSON(rawValue: array)?.type, .null)
    }

    @Test("The same object at several paths is no cycle")
    func shared() {
        let inner: NSArray = [1, 2]
        expectEqual(
            JSON([inner, ["a": inner, "b": [inner]], inner] as NSArray),
            [
                [1, 2], ["a": [1, 2], "b": [[1, 2]]], [1, 2],
            ])
    }

    /// An array whose only element is made when it is read, and freed after that.
    private final class Fleeting: NSArray {
        private let depth: Int

        init(depth: Int) {
            self.depth = depth
            super.init(objects: nil, count: 0)
        }

        required init(objects: UnsafePointer<AnyObject>?, count: Int) {
            depth = 0
            super.init(objects: objects, count: count)
        }

        required convenience init?(coder: NSCoder) { nil }
        required convenience init(arrayLiteral elements: Any...) { self.init(depth: 0) }

        override var count: Int { 1 }
        override func object(at index: Int) -> Any { depth == 0 ? 7 : Fleeting(depth: depth - 1) }
    }

    @Test("Elements that are freed while they are converted, and their memory used again, are no cycle")
    func fleeting() throws {
        var json = JSON(Fleeting(depth: 200))
        expect(json.error == nil)
        for _ in 0...200 { json = json[0] }
        expectEqual(json, 7)
    }

    @Test("A hundred thousand nested objects of Foundation")
    func deepObjects() {
        let depth = 100_000
        var chain: [NSMutableArray] = []
        for level in 0..<depth {
            let array = NSMutableArray()
            array.add(chain.last ?? NSNumber(value: level))
            chain.append(array)
        }
        let json = JSON(chain[depth - 1])
        // Freed one by one: Foundation frees nested objects by recursion.
        for array in chain { array.removeAllObjects() }
        var levels = 0
        var value = json
        while let inner = value.first?.1 {
            value = inner
            levels += 1
        }
        expectEqual(levels, depth)
        expectEqual(value, 0)
    }

    @Test("A hundred thousand nested arrays of Swift, there and back")
    func deepArrays() throws {
        let depth = 100_000
        let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
        var options = JSONParsingOptions()
        options.maximumDepth = .max
        let json = try JSON(parsing: text, options: options)
        let object = json.object
        let again = JSON(object)
        let isEqual = again == json
        expect(isEqual)
        var level = object
        for _ in 0..<127 { level = try #require((level as? [Any])?.first) }
        expect(level is [Any])
        expect((level as? [Any])?.first is JSON)
        expectEqual(json.arrayObject?.count, 1)
    }

    @Test("A deep array from Swift code")
    func deepAny() {
        let depth = 1_000
        var nested: [Any] = [1]
        for _ in 1..<depth { nested = [nested] }
        let json = JSON(nested)
        expectEqual(json.rawString(options: [])?.utf8.count, 2 * depth + 1)
    }
}
