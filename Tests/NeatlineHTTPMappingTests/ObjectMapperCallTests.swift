import Foundation
import NeatlineHTTPMapping
import NeatlineTestSupport
import NeatlineTesting
import Testing

/// The calls of AlamofireObjectMapper, of which each kind that its tests make is here.
@Suite("AlamofireObjectMapper's calls", .ownThreads, .hangLimit)
struct ObjectMapperCallTests {
    private func describe(_ days: [Day]?) -> String {
        (days ?? []).map { "\($0.name ?? "?") \($0.degrees ?? 99) \($0.sky ?? "?")" }.joined(separator: ", ")
    }

    private let days = "Friday 4 fog, Saturday -1 snow, Sunday 0 clear"

    @Test("An object with an array of objects in it")
    func object() async throws {
        let server = try Fixture.server(Fixture.forecast)
        let text = await awaited { done in
            AF.request(server.url, method: .get).responseObject { (response: AFDataResponse<Forecast>) in
                let forecast = response.value
                done("\(forecast?.place ?? "?"): \(self.describe(forecast?.days))")
            }
        }
        expectEqual(text, "Bern: " + days)
    }

    @Test("An object that exists is mapped into: what is absent keeps its value, and it is the same object")
    func existingObject() async throws {
        let server = try Fixture.server(Fixture.forecast)
        let forecast = try #require(Forecast(JSON: [:]))
        forecast.date = Date(timeIntervalSince1970: 7)
        forecast.place = "Thun"
        let task = AF.request(server.url).serializingObject(mapToObject: forecast)
        let mapped = try await task.value
        expect(mapped === forecast)
        expect(mapped.place == "Bern" && mapped.date == Date(timeIntervalSince1970: 7))
        expectEqual(describe(mapped.days), days)
    }

    @Test("A structure that exists is mapped into a copy, which is the value")
    func existingStructure() async throws {
        let server = try Fixture.server(#"{"size": 3}"#)
        var settings = Settings()
        settings.unit = "km"
        let start = settings
        let mapped = await awaited { done in
            AF.request(server.url).responseObject(mapToObject: start) { (response: AFDataResponse<Settings>) in
                done(response.value)
            }
        }
        expect(mapped?.size == 3 && mapped?.unit == "km")
    }

    @Test("An object at a key path", arguments: ["data", "response.data", "response.list.1", "/response/a.b"])
    func keyPath(path: String) async throws {
        let forecast = Fixture.forecast
        let server = try Fixture.server(
            #"{"data": \#(forecast), "response": {"data": \#(forecast), "list": [0, \#(forecast)], "a.b": \#(forecast)}}"#
        )
        let text = await awaited { done in
            AF.request(server.url).responseObject(keyPath: path) { (response: AFDataResponse<Forecast>) in
                done("\(response.value?.place ?? "\(response)") \(self.describe(response.value?.days))")
            }
        }
        expectEqual(text, "Bern " + days)
    }

    @Test("An array", arguments: [nil, "", "days", "response.data.days"])
    func array(path: String?) async throws {
        let server = try Fixture.server(
            path?.isEmpty ?? true
                ? Fixture.days : #"{"days": \#(Fixture.days), "response": {"data": {"days": \#(Fixture.days)}}}"#)
        let text = await awaited { done in
            AF.request(server.url).responseArray(keyPath: path) { (response: AFDataResponse<[Day]>) in
                done(self.describe(response.value))
            }
        }
        expectEqual(text, days)
    }

    @Test("An array of arrays", arguments: [nil, "rows", "data.0"])
    func arrays(path: String?) async throws {
        let rows = #"[\#(Fixture.days), [], [{"day": "Monday", "degrees": 1}, {"degrees": 2}]]"#
        let server = try Fixture.server(path == nil ? rows : #"{"rows": \#(rows), "data": [\#(rows)]}"#)
        let names = await awaited { done in
            AF.request(server.url).responseArray(keyPath: path) { (response: AFDataResponse<[[Day]]>) in
                done(response.value?.map { $0.map(\.name) })
            }
        }
        expectEqual(names, [["Friday", "Saturday", "Sunday"], [], ["Monday"]])
        // For a model with constants, what is left out is an error.
        let fixed = await AF.request(server.url).serializingArray([FixedDay].self, keyPath: path).response
        expect(fixed.bodyError != nil)
        let none = await AF.request(server.url).serializingArray([Day].self, keyPath: "nowhere").response
        expect(none.bodyError != nil)
        let flat = try Fixture.server(Fixture.days)
        expect(await AF.request(flat.url).serializingArray([Day].self).response.bodyError != nil)
        let whole = try Fixture.server("[\(Fixture.days), []]")
        try await expectEqual(AF.request(whole.url).serializingArray([FixedDay].self).value.map(\.count), [3, 0])
    }

    @Test("An object with constants, and an array of them")
    func immutable() async throws {
        let server = try Fixture.server(Fixture.forecast)
        let object = await awaited { done in
            AF.request(server.url).responseObject { (response: AFDataResponse<FixedForecast>) in done(response) }
        }
        expect(object.value?.place == "Bern" && object.value?.days.map(\.degrees) == [4, -1, 0])
        let array = await awaited { done in
            AF.request(server.url).responseArray(keyPath: "days") { (response: AFDataResponse<[FixedDay]>) in
                done(response)
            }
        }
        expectEqual(array.value?.map(\.name), ["Friday", "Saturday", "Sunday"])
    }

    @Test("What is to be mapped into has no effect on an object with constants")
    func immutableInto() async throws {
        let server = try Fixture.server(#"{"day": "Monday", "degrees": 1}"#)
        let old = try FixedDay(JSONString: #"{"day": "Friday", "degrees": 4}"#)
        let day = try await AF.request(server.url).serializingObject(mapToObject: old).value
        expectEqual(day.name, "Monday")
    }

    @Test("The context reaches the models")
    func context() async throws {
        struct Units: MapContext { var isMetric: Bool }
        struct Height: Mappable {
            var text = ""
            init?(map: Map) {}
            mutating func mapping(map: Map) { text = (map.context as? Units)?.isMetric == true ? "m" : "ft" }
        }
        let server = try Fixture.server("{}")
        let height = try await AF.request(server.url).serializingObject(Height.self, context: Units(isMetric: true))
            .value
        expectEqual(height.text, "m")
        server.on(nil, "/list") { _ in .json("[{}, {}]") }
        let heights = await awaited { done in
            AF.request(server.url("/list")).responseArray(context: Units(isMetric: true)) {
                (response: AFDataResponse<[Height]>) in
                done(response.value?.map(\.text))
            }
        }
        expectEqual(heights, ["m", "m"])
    }

    @Test("The queue is heeded")
    func queue() async throws {
        let server = try Fixture.server(Fixture.forecast)
        let queue = DispatchQueue(label: "here")
        let hasValue = await awaited { done in
            AF.request(server.url).responseObject(queue: queue) { (response: AFDataResponse<Settings>) in
                dispatchPrecondition(condition: .onQueue(queue))
                done(response.value != nil)
            }
        }
        expect(hasValue)
    }

    @Test("The factories make serializers of the same kind")
    func factories() async throws {
        let server = try Fixture.server(#"{"data": \#(Fixture.forecast)}"#)
        let request = AF.request(server.url)
        let object: MappableResponseSerializer<Forecast> = DataRequest.ObjectMapperSerializer("data")
        try await expectEqual(request.serializingResponse(using: object).value.place, "Bern")
        let fixed: MappableResponseSerializer<FixedForecast> = DataRequest.ObjectMapperImmutableSerializer("data")
        try await expectEqual(request.serializingResponse(using: fixed).value.place, "Bern")
        let array: MappableArrayResponseSerializer<Day> = DataRequest.ObjectMapperArraySerializer("data.days")
        try await expectEqual(request.serializingResponse(using: array).value.count, 3)
        let fixedArray: MappableArrayResponseSerializer<FixedDay> =
            DataRequest.ObjectMapperImmutableArraySerializer("data.days")
        try await expectEqual(request.serializingResponse(using: fixedArray).value.count, 3)
        let shorthand = await awaited { done in
            request.response(responseSerializer: .mappable(of: FixedForecast.self, keyPath: "data")) { done($0) }
        }
        expectEqual(shorthand.value?.days.count, 3)
        let shorthandArray = await awaited { done in
            request.response(responseSerializer: .mappableArray(of: FixedDay.self, keyPath: "data.days")) { done($0) }
        }
        expectEqual(shorthandArray.value?.count, 3)
    }

    @Test("A serializer can be told how to read")
    func callbacks() async throws {
        let server = try Fixture.server("7")
        let serializer = MappableResponseSerializer<Settings>(
            nil,
            serializeCallback: { _, response, data, _ in
                var settings = Settings()
                settings.size = Int(String(decoding: data ?? Data(), as: UTF8.self)) ?? 0
                settings.unit = "\(response?.statusCode ?? 0)"
                return settings
            })
        let settings = try await AF.request(server.url).serializingResponse(using: serializer).value
        expect(settings.size == 7 && settings.unit == "200")
        let array = MappableArrayResponseSerializer<Settings>(
            nil, serializeCallback: { _, _, _, _ in [Settings(), Settings()] }, emptyResponseCodes: [200])
        try await expectEqual(AF.request(server.url).serializingResponse(using: array).value.count, 2)
        server.on(nil, "/") { _ in LoopbackResponse(status: 200) }
        expect(try await AF.request(server.url).serializingResponse(using: array).value.isEmpty)
    }

    @Test("Options say how strictly it is mapped")
    func options() async throws {
        let server = try Fixture.server(#"{"size": "8"}"#)
        var options = MappingOptions()
        options.coercesScalars = true
        let serializer = MappableResponseSerializer<Settings>(options: options)
        try await expectEqual(AF.request(server.url).serializingResponse(using: serializer).value.size, 8)
    }
}
