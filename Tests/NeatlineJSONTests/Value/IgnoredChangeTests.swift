import NeatlineJSON
import NeatlineTestSupport
import Synchronization
import Testing

@Suite("Ignored changes are detected")
struct IgnoredChangeTests {
    private static let start: JSON = ["name": "Ada", "list": [1, 2], "size": ["width": 3]]

    /// Changes that are not possible, each with the beginning of the error that says why, whose path
    /// begins where the last subscript does.
    private static let ignored: [(String, @Sendable (inout JSON) -> Void)] = [
        ("$.address:", { $0["address"]["city"] = "London" }),
        ("$.address:", { $0["address"]["city"]["part"] = "Soho" }),
        ("$.address:", { $0["address", "city"] = "London" }),
        ("$.address:", { $0["address", "city"].string = "London" }),
        ("$.address:", { $0["address"].members?["city"] = "London" }),
        ("$.friends:", { $0["friends"].elements?.append("Charles") }),
        ("$.friends:", { $0["friends"].array?.append("Charles") }),
        ("$.friends:", { $0["friends"].dictionary?["x"] = 1 }),
        ("$.count:", { $0["count"].int? += 1 }),
        ("$: expected an object, found a string", { $0["name"]["first"] = "Ada" }),
        ("$: expected an array, found a string", { $0["name"][0] = "A" }),
        ("$[2]:", { $0["list"][2] = 3 }),
        ("$.list[2]:", { $0["list", 2] = 3 }),
        ("$[2]:", { $0["list"][2].int = 3 }),
        ("$[-1]:", { $0["list"][-1] = 3 }),
        ("$: expected an object, found an array", { $0["list"]["x"] = 3 }),
        ("$.nothing:", { $0["name"] = $0["nothing"] }),
        ("$.nothing:", { $0["list", 0] = $0["nothing"] }),
        ("$.nothing:", { $0["new"] = $0["nothing"] }),
        ("$: expected a value of the property's type", { $0["name"].int? += 1 }),
        ("$: expected an array", { $0["name"].elements?.append(1) }),
        ("$: expected an array", { $0["name"].array?.append(1) }),
        ("$: expected an object", { $0["name"].members?["x"] = 1 }),
        ("$: expected an object", { $0["name"].dictionary?["x"] = 1 }),
        ("$.address:", { $0[JSONPointer(["address", "city"])] = "London" }),
        ("$.address:", { $0[JSONPointer(["address", "city"])].string = "London" }),
        ("$.nothing:", { $0[JSONPointer(["list", "-"])] = $0["nothing"] }),
        ("$.nothing:", { $0[JSONPointer([])] = $0["nothing"] }),
        ("$: expected a step", { $0[[any JSONSubscriptType]()] = 1 }),
    ]

    private static func start(isParsed: Bool) throws -> JSON {
        isParsed ? try JSON(parsing: start.serializedString()) : start
    }

    @Test(
        "Each way to change what is not there, of built and of parsed values", arguments: ignored.indices,
        [false, true])
    func each(number: Int, isParsed: Bool) throws {
        let (expected, change) = IgnoredChangeTests.ignored[number]
        let start = try IgnoredChangeTests.start(isParsed: isParsed)
        var json = start
        change(&json)
        expectEqual(json, start)
        let error = #expect(throws: JSONError.self) {
            try json.tryChange { json in
                json["list", 0] = 7
                change(&json)
                json["other", "x"] = 8
            }
        }
        let text = try #require(error).description
        expect(text.hasPrefix(expected), "\(text)")
        expectEqual(json, start)
    }

    /// Changes by which a part becomes an error in place, and what they store outside of `tryChange`.
    private static let lost: [(JSON, @Sendable (inout JSON) -> Void)] = [
        (["name": nil, "list": [1, 2], "size": ["width": 3]], { become($0["nothing"], &$0["name"]) }),
        (["name": "Ada", "list": [nil, 2], "size": ["width": 3]], { become($0["nothing"], &$0["list"][0]) }),
        (["name": "Ada", "list": [1, 2], "size": ["width": nil]], { become($0["nothing"], &$0["size", "width"]) }),
        (
            ["name": "Ada", "list": [1, nil], "size": ["width": 3]],
            { become($0["nothing"], &$0[JSONPointer(["list", "1"])]) }
        ),
    ]

    private static func become(_ value: JSON, _ part: inout JSON) { part = value }

    @Test(
        "A part that becomes an error in place is null, which tryChange does not allow", arguments: lost.indices,
        [false, true])
    func errorInPlace(number: Int, isParsed: Bool) throws {
        let (changed, change) = IgnoredChangeTests.lost[number]
        let start = try IgnoredChangeTests.start(isParsed: isParsed)
        var json = start
        change(&json)
        expectEqual(json, changed)
        json = start
        let error = #expect(throws: JSONError.self) { try json.tryChange(change) }
        expectEqual(error?.description, "$.nothing: expected a member \"nothing\", found none")
        expectEqual(json, start)
    }

    @Test("What is possible is done, and the result returned")
    func possible() throws {
        var json = IgnoredChangeTests.start
        let count = try json.tryChange { json in
            json["new"] = 1
            json["size"]["height"] = 4
            json["size", "depth"].int = 5
            json["list"].elements?.append(3)
            json["list", 0].int? += 10
            json["size", "width"].string = nil
            json[JSONPointer(["list", "-"])] = 4
            return json["list"].count
        }
        expectEqual(count, 4)
        expectEqual(
            json,
            [
                "name": "Ada", "list": [11, 2, 3, 4], "new": 1, "size": ["width": nil, "height": 4, "depth": 5],
            ])
    }

    @Test("An error of the closure comes first, and an error has no parts")
    func errors() throws {
        struct Other: Error {}
        var json = IgnoredChangeTests.start
        #expect(throws: Other.self) {
            try json.tryChange { json in
                json["a", "b"] = 1
                throw Other()
            }
        }
        expectEqual(json, IgnoredChangeTests.start)
        try json.tryChange { $0["a"] = 1 }
        expectEqual(json["a"], 1)
        var missing = json["missing"]
        #expect(throws: JSONError.self) { try missing.tryChange { _ in Issue.record("called for an error") } }
    }

    @Test("A call within another has its own errors")
    func nested() throws {
        var json = IgnoredChangeTests.start
        try json.tryChange { outer in
            #expect(throws: JSONError.self) { try outer.tryChange { $0["a", "b"] = 1 } }
            outer["a"] = ["b": 1]
        }
        expectEqual(json["a", "b"], 1)
    }

    @Test("Changes on other threads are not detected")
    func threads() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    var json = IgnoredChangeTests.start
                    for _ in 0..<200 {
                        if number.isMultiple(of: 2) {
                            json["a", "b"] = 1
                        } else {
                            try json.tryChange { $0["a"] = 1 }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("The handler is called once for each ignored change, except in tryChange")
    func handler() throws {
        let errors = Mutex<[String]>([])
        // Of the changes that other tests make meanwhile nothing is recorded.
        JSON.setIgnoredChangeHandler { error in
            let text = error.description
            if text.hasPrefix("$.onlyHere") { errors.withLock { $0.append(text) } }
        }
        defer { JSON.setIgnoredChangeHandler(nil) }
        var json = IgnoredChangeTests.start
        json["onlyHere"]["b"]["c"] = 1
        json["onlyHere1", "b"].int = 1
        json["onlyHere2"].elements?.append(1)
        #expect(throws: JSONError.self) { try json.tryChange { $0["onlyHere3", "b"] = 1 } }
        expectEqual(
            errors.withLock { $0 },
            [
                "$.onlyHere: expected a member \"onlyHere\", found none",
                "$.onlyHere1: expected a member \"onlyHere1\", found none",
                "$.onlyHere2: expected a member \"onlyHere2\", found none",
            ])
    }
}
