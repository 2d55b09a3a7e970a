import Foundation
import Neatline
import Testing

@Suite("TransformOf") struct TransformOfTests {
    private let digits = TransformOf<Int, String>(
        fromJSON: { $0.flatMap { Int($0) } }, toJSON: { $0.map { String($0) } })

    @Test("The closures convert both ways")
    func closures() throws {
        #expect(try read(digits, #""17""#) == 17)
        #expect(digits.transformToJSON(17) == "17")
        #expect(digits.transformToJSON(nil) == nil)
    }

    @Test(
        "What the closure cannot convert is nil", arguments: [#""""#, #""x""#, #""99999999999999999999""#] + noStrings)
    func failures(text: String) throws {
        #expect(try read(digits, text) == nil)
    }

    @Test("The closure gets nil for null and for another type")
    func nilArguments() throws {
        let isNil = TransformOf<Bool, String>(fromJSON: { $0 == nil }, toJSON: { _ in nil })
        for text in noStrings { #expect(try read(isNil, text) == true, "\(text)") }
        for value in strangers { #expect(isNil.transformFromJSON(value) == true) }
        #expect(try read(isNil, #""""#) == false)
        #expect(isNil.transform(fromParsed: JSON.null["a"]) == true)
    }

    @Test("Numbers arrive as the type that is asked for")
    func numbers() throws {
        func same<T: Equatable>(_ type: T.Type) -> TransformOf<T, T> { TransformOf(fromJSON: { $0 }, toJSON: { $0 }) }
        #expect(try read(same(Int.self), "5") == 5)
        #expect(try read(same(Int.self), "1e2") == 100)
        #expect(try read(same(Int.self), "5.5") == nil)
        #expect(try read(same(Int.self), "9223372036854775808") == nil)
        #expect(try read(same(Int.self), "true") == 1)
        #expect(try read(same(Int64.self), "-9223372036854775808") == .min)
        #expect(try read(same(UInt8.self), "255") == 255)
        #expect(try read(same(UInt8.self), "256") == nil)
        #expect(try read(same(Double.self), "5") == 5)
        #expect(try read(same(Double.self), "0.1") == 0.1)
        #expect(try read(same(Double.self), "3.141592653589793238462643383") == 3.141592653589793)
        #expect(try read(same(NSNumber.self), "5") == 5)
        #expect(try read(same(Bool.self), "true") == true)
        #expect(try read(same([Int].self), "[1, 2]") == [1, 2])
        #expect(try read(same([String: String].self), #"{"a": "b"}"#) == ["a": "b"])
    }

    @Test("A closure may ask for any value, or for JSON")
    func anything() throws {
        let count = TransformOf<Int, Any>(fromJSON: { ($0 as? [Any])?.count }, toJSON: { $0 })
        #expect(try read(count, "[1, 2, 3]") == 3)
        let text = TransformOf<String, JSON>(fromJSON: { $0?.description }, toJSON: { $0.map { .string($0) } })
        #expect(text.transform(fromParsed: try JSON(parsing: "1.10")) == "1.10")
        #expect(text.transformFromJSON(5) == "5")
        #expect(text.transformFromJSON(nil) == nil)
        #expect(text.transformToJSON("a") == JSON.string("a"))
    }

    private final class Doubling: TransformOf<Int, Int> {
        init() { super.init(fromJSON: { $0 }, toJSON: { $0 }) }
        override func transformFromJSON(_ value: Any?) -> Int? { super.transformFromJSON(value).map { $0 * 2 } }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclass() throws {
        #expect(try read(Doubling(), "4") == 8)
    }
}
