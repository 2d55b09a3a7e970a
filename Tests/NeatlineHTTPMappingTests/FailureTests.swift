import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// A model whose other members are read for their failures, as `@Mappable` does it.
private struct Account: ImmutableMappable {
    let name: String
    let age: Int

    init(map: Map) throws {
        age = try map.value("age")
        name = (try? map.value("name")) ?? "none"
    }

    static func _noteFailures(_ map: Map) -> Bool {
        var (name, age): (String?, Int?)
        name <- map["name"]
        age <- map["age"]
        return true
    }
}

@Suite("Bodies that do not fit", .ownThreads, .hangLimit)
struct FailureTests {
    /// What is wrong with an object, and that the body is there all the same.
    private func failure<T: BaseMappable>(
        _ text: String, _ type: T.Type, keyPath: String? = nil
    ) async throws -> ResponseBodyError {
        let server = try Fixture.server(text)
        let response = await AF.request(server.url).serializingObject(type, keyPath: keyPath).response
        guard case .responseSerializationFailed(.decodingFailed(let inner)) = response.error else {
            Issue.record("\(response)")
            throw CancellationError()
        }
        expectEqual(response.data, Data(text.utf8))
        let error = try #require(inner as? ResponseBodyError)
        expect(error.statusCode == 200 && text.hasPrefix(error.beginning))
        return error
    }

    private func arrayFailure<T: BaseMappable>(
        _ text: String, _ type: T.Type, keyPath: String? = nil
    ) async throws -> ResponseBodyError {
        let server = try Fixture.server(text)
        let response = await AF.request(server.url).serializingArray(type, keyPath: keyPath).response
        expectEqual(response.data, Data(text.utf8))
        return try #require(response.bodyError)
    }

    @Test("HTML, and a text that is cut off, name line and column")
    func noJSON() async throws {
        let html = try await failure("<html></html>", Settings.self)
        expect(html.line == 1 && html.column == 1 && html.found == "'<'" && html.cause is JSONError)
        let cut = try await failure("{\"size\": 3,\n\"unit\"", Settings.self)
        expect(cut.line == 2 && cut.column == 7)
        let array = try await arrayFailure("[{}, ", Settings.self)
        expectEqual(array.column, 6)
    }

    @Test("The position is that of the value because of which there is no model")
    func reason() async throws {
        let error = try await failure(#"{"name": 5, "age": "old"}"#, Account.self)
        expect(error.path == "$.age" && error.found == "the string \"old\"" && error.column == 20)
        expectEqual((error.cause as? MappingError)?.failures.map(\.path), ["$.age", "$.name"])
        let array = try await arrayFailure(#"[{"name": 5, "age": 1}, {"name": 5, "age": "old"}]"#, Account.self)
        expectEqual(array.path, "$[1].age")
    }

    @Test("Another root is said to be what it is")
    func wrongRoot() async throws {
        let array = try await failure("[1]", Settings.self)
        expect(array.expected == "an object" && array.found == "an array" && array.path == "$")
        expect(array.line == 1 && array.column == 1)
        let number = try await failure("17", Settings.self)
        expect(number.expected == "an object" && number.found == "the number 17" && number.path == "$")
        let object = try await arrayFailure("\n {}", Settings.self)
        expect(object.expected == "an array" && object.found == "an object" && object.line == 2)
        let element = try await arrayFailure("[{},\n 5]", Settings.self)
        expect(element.path == "$[1]" && element.found == "the number 5" && element.line == 2 && element.column == 2)
        // What does not fit in other elements is among the failures, and not why there are no models.
        let failures = (element.cause as? MappingError)?.failures ?? []
        expect(failures.last?.path == "$[1]" && failures.dropLast().allSatisfy { $0.path.hasPrefix("$[0].") })
        expect(failures.count > 1)
    }

    @Test(
        "A key path that leads nowhere names the step",
        arguments: [
            ("no", "$.no", "a member \"no\"", "none"),
            ("a.no", "$.a.no", "a member \"no\"", "none"),
            ("a.b.no", "$.a.b", "an element's number", "\"no\""),
            ("a.b.7", "$.a.b[7]", "an element 7", "2 elements"),
            ("a.b.1.x", "$.a.b[1]", "an object", "a number"),
            ("a.null.x", "$.a.null", "an object", "null"),
            ("a.b.1", "$.a.b[1]", "an object", "the number 5"),
            ("a.null", "$.a.null", "an object", "null"),
            ("a.b", "$.a.b", "an object", "an array"),
        ])
    func keyPath(keyPath: String, path: String, expected: String, found: String) async throws {
        let error = try await failure(#"{"a": {"b": [{}, 5], "null": null}}"#, Settings.self, keyPath: keyPath)
        expectEqual([error.path, error.expected, error.found], [path, expected, found])
    }

    @Test("A model that throws: the field, and why")
    func thrown() async throws {
        let missing = try await failure(#"{"place": "Bern", "days": [{"day": "Friday"}]}"#, FixedForecast.self)
        expect(missing.path == "$.days[0].degrees" && missing.found == "nothing")
        let mismatch = try await failure("{\"day\": \"Friday\",\n \"degrees\": \"low\"}", FixedDay.self)
        expect(mismatch.path == "$.degrees" && mismatch.found == "the string \"low\"")
        expect(mismatch.line == 2 && mismatch.column == 13)
        expectEqual(mismatch.excerpt?.contains("\"low\""), true)
        expectEqual((mismatch.cause as? MappingError)?.failures.count, 1)
        expect(
            mismatch.description.hasPrefix("status 200, application/json, 36 bytes: $.degrees: expected "))
        expect(mismatch.description.hasSuffix("The body begins: {\"day\": \"Friday\",\n \"degrees\": \"low\"}"))
    }

    @Test("A position below a key path is a position in the whole body")
    func positionInBody() async throws {
        let error = try await failure(
            "{\"data\":\n {\"day\": 5, \"degrees\": 1}}", FixedDay.self, keyPath: "data")
        expect(error.path == "$.data.day" && error.line == 2 && error.column == 10)
    }

    @Test("A model that refuses")
    func refused() async throws {
        let error = try await failure(#"{"data": {"sky": "fog"}}"#, Day.self, keyPath: "data")
        expect(error.path == "$.data" && error.expected == "an object that Day accepts")
    }

    @Test("A field that does not fit is no failure of a model whose fields may keep their values")
    func lenient() async throws {
        let server = try Fixture.server(#"{"size": "large", "unit": "km"}"#)
        let settings = try await AF.request(server.url).serializingObject(Settings.self).value
        expect(settings.size == 0 && settings.unit == "km")
    }

    @Test("Elements: one that is refused is dropped, one with constants that throws makes the array fail")
    func elements() async throws {
        let text = #"[{"day": "Friday", "degrees": 1}, {"degrees": 2}]"#
        let server = try Fixture.server(text)
        let names = try await AF.request(server.url).serializingArray(Day.self).value.map(\.name)
        expectEqual(names, ["Friday"])
        let error = try await arrayFailure(text, FixedDay.self)
        expect(error.path == "$[1].day" && error.found == "nothing")
    }

    @Test("A content type that is not accepted, and an error's status: validation says so, and the body is there")
    func validation() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(text: "{}") }
        let response = await AF.request(server.url).validate(contentType: ["application/json"])
            .serializingObject(Settings.self).response
        expect(response.error?.isResponseValidationError == true && response.data == Data("{}".utf8))
        try expectEqual(response.mappedBody(as: Settings.self), Settings())

        server.on(nil, "/") { _ in .json(#"{"note": "no"}"#, status: 500) }
        let refused = await AF.request(server.url).validate().serializingArray(Settings.self).response
        expectEqual(refused.error?.responseCode, 500)
        try expectEqual(refused.mappedBody(as: Settings.self).note, "no")
        let error = #expect(throws: AFError.self) { try refused.mappedBody(as: Settings.self, keyPath: "x.y") }
        expectEqual((error?.underlyingError as? ResponseBodyError)?.path, "$.x")

        server.on(nil, "/") { _ in .status(500) }
        let bodyless = await AF.request(server.url).validate().serializingObject(Settings.self).response
        expectEqual(bodyless.error?.responseCode, 500)
        let missing = #expect(throws: AFError.self) { try bodyless.mappedBody(as: Settings.self) }
        guard case .responseSerializationFailed(.inputDataNilOrZeroLength) = missing else {
            Issue.record("\(String(describing: missing))")
            return
        }
    }

    @Test("Handlers of all kinds share a body")
    func chained() async throws {
        let server = try Fixture.server(Fixture.forecast)
        let request = AF.request(server.url)
        let json = request.serializingJSON()
        let object = request.serializingObject(FixedForecast.self)
        let days = request.serializingArray(FixedDay.self, keyPath: "days")
        let wrong = request.serializingArray(FixedDay.self)
        try await expectEqual(json.value["place"], "Bern")
        try await expectEqual(object.value.days, days.value)
        await expectEqual(wrong.response.bodyError?.found, "an object")
    }

    @Test("Cancelled with the task that awaits it")
    func cancelled() async throws {
        let server = try LoopbackServer { _ in .script([.stall]) }
        let task = Task { await AF.request(server.url).serializingObject(Settings.self).response.error }
        await server.waitForRequests(1)
        task.cancel()
        await expectEqual(task.value?.isExplicitlyCancelledError, true)
    }
}

@Suite("Broken elements of responses", .ownThreads, .hangLimit)
struct BrokenElementResponseTests {
    private var omitting: MappingOptions {
        var options = MappingOptions()
        options.omitsBrokenElements = true
        return options
    }

    private struct Named: Mappable {
        var name = ""
        init?(map: Map) {}
        mutating func mapping(map: Map) { name <- map["day"] }
    }

    @Test("Arrays keep the elements that fit, whatever the models, and name the others")
    func arrays() async throws {
        let body = "{\"days\": [{\"day\": \"Monday\", \"degrees\": 4},\n null, {\"day\": 5}, {\"day\": \"Sunday\"}]}"
        let server = try Fixture.server(body)
        let named = await AF.request(server.url).serializingArray(Named.self, keyPath: "days", options: omitting)
            .response
        expectEqual(named.value?.map(\.name), ["Monday", "Sunday"])
        expectEqual(named.mappingFailures.map(\.path), ["$.days[1]", "$.days[2].day"])
        expect(named.mappingFailures.map(\.line) == [2, 2] && named.mappingFailures.map(\.column) == [2, 16])
        let fixed = await AF.request(server.url).serializingArray(FixedDay.self, keyPath: "days", options: omitting)
            .response
        expectEqual(fixed.value?.map(\.name), ["Monday"])
        expectEqual(
            Set(fixed.mappingFailures.compactMap { $0.steps.dropFirst().first }), [.index(1), .index(2), .index(3)])
        // Strict options are about what is outside of the elements.
        var strict = omitting
        strict.isStrict = true
        let both = await AF.request(server.url).serializingArray(Named.self, keyPath: "days", options: strict).response
        expectEqual(both.value?.count, 2)
        let whole = await AF.request(server.url).serializingArray(Named.self, keyPath: "days").response
        expect(whole.value == nil)
    }

    @Test("The records of a stream are models or errors with their lines, also behind one that is not JSON")
    func streams() async throws {
        let server = try Fixture.server("{\"day\": \"Monday\"}\nnull\n{\"day\" 2}\n{\"day\": 5}\n{\"day\": \"Sunday\"}")
        let mapper = Mapper<Named>()
        mapper.options = omitting
        var found: [String] = []
        for try await record in AF.streamRequest(server.url).streamTask().streamingModels(by: mapper) {
            switch record {
            case .success(let day): found.append(day.name)
            case .failure(let error): found += error.failures.map { "\($0.line ?? 0):\($0.column ?? 0)" }
            }
        }
        expectEqual(found, ["Monday", "2:1", "3:8", "4:9", "Sunday"])
        mapper.options.omitsBrokenElements = false
        found = []
        for try await record in AF.streamRequest(server.url).streamTask().streamingModels(by: mapper) {
            found.append((try? record.get().name) ?? "-")
        }
        expectEqual(found, ["Monday", "-", "-"])
    }

    @Test("The error of the request is thrown after the records")
    func requestError() async throws {
        let server = try LoopbackServer { _ in LoopbackResponse(status: 500, text: "{\"day\": \"Monday\"}\n") }
        let stream = AF.streamRequest(server.url).validate().streamTask().streamingModels(by: Mapper<Named>())
        await #expect(throws: AFError.self) { for try await _ in stream {} }
    }
}
