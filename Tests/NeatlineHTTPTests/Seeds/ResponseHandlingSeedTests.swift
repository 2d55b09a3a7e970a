import Dispatch
import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where the documents write an optional into a string, `String(describing:)` stands here: the compiler warns otherwise.
@Suite("Alamofire's Usage: response handling", .ownThreads, .hangLimit)
struct ResponseHandlingSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("All that a response has")
    func everything() async {
        Alamofire.request("\(httpbin)/get").responseJSON { response in
            print("Request: \(String(describing: response.request))")  // original url request
            print("Response: \(String(describing: response.response))")  // http url response
            print("Result: \(response.result)")  // response serialization result

            if let json = response.result.value {
                print("JSON: \(json)")  // serialized json response
            }

            if let data = response.data, let utf8Text = String(data: data, encoding: .utf8) {
                print("Data: \(utf8Text)")  // original server data as UTF8 string
            }
        }
        await printout.wait(for: 5)
        let texts = printout.texts
        expect(texts[0].hasPrefix("Request: Optional(") && texts[0].contains("\(httpbin)/get"))
        expect(texts[1].hasPrefix("Response: Optional(<NSHTTPURLResponse") || texts[1].contains("200"))
        expect(texts[2].hasPrefix("Result: success("))
        expect(texts[3].hasPrefix("JSON: ") && texts[3].contains("\(httpbin)/get"))
        expect(texts[4].hasPrefix("Data: {") && texts[4].contains(#""url""#))
    }

    @Test("The response as it is")
    func unserialized() async {
        Alamofire.request("\(httpbin)/get").response { response in
            print("Request: \(String(describing: response.request))")
            print("Response: \(String(describing: response.response))")
            print("Error: \(String(describing: response.error))")

            if let data = response.data, let utf8Text = String(data: data, encoding: .utf8) {
                print("Data: \(utf8Text)")
            }
        }
        await printout.wait(for: 4)
        expectEqual(printout.texts[2], "Error: nil")
        expect(printout.texts[3].hasPrefix("Data: {"))
    }

    @Test("A status is no error without validation")
    func status() async {
        Alamofire.request("\(httpbin)/status/404").response { response in
            print("Error: \(String(describing: response.error))")
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, "Error: nil")
    }

    @Test("Data")
    func data() async {
        Alamofire.request("\(httpbin)/get").responseData { response in
            debugPrint("All Response Info: \(response)")

            if let data = response.result.value, let utf8Text = String(data: data, encoding: .utf8) {
                print("Data: \(utf8Text)")
            }
        }
        await printout.wait(for: 2)
        expect(printout.texts[0].hasPrefix(#""All Response Info: success("#))
        expect(printout.texts[1].hasPrefix("Data: {"))
    }

    @Test("Text")
    func string() async {
        Alamofire.request("\(httpbin)/get").responseString { response in
            print("Success: \(response.result.isSuccess)")
            print("Response String: \(String(describing: response.result.value))")
        }
        await printout.wait(for: 2)
        expectEqual(printout.texts[0], "Success: true")
        expect(printout.texts[1].hasPrefix(#"Response String: Optional("{"#))
    }

    @Test("The encoding of a text is the given one, else what the response says, else ISO 8859-1")
    func encodings() async throws {
        server.on(.get, "/silent") { _ in LoopbackResponse(headers: ["Content-Type": "text/plain"], body: Data([0xE4]))
        }
        server.on(.get, "/said") { _ in
            LoopbackResponse(headers: ["Content-Type": "text/plain; charset=utf-8"], body: Data([0xC3, 0xA4]))
        }
        func text(_ path: String, _ encoding: String.Encoding? = nil) async throws -> String {
            try await AF.request("\(httpbin)\(path)").serializingString(encoding: encoding).value
        }
        try await expectEqual(text("/silent"), "ä")
        try await expectEqual(text("/said"), "ä")
        try await expectEqual(text("/said", .isoLatin1), "Ã¤")
    }

    @Test("JSON")
    func json() async {
        Alamofire.request("\(httpbin)/get").responseJSON { response in
            debugPrint(response)

            if let json = response.result.value {
                print("JSON: \(json)")
            }
        }
        await printout.wait(for: 2)
        expect(printout.texts[0].contains("[Response]:") && printout.texts[0].contains("[Result]: success("))
        expect(printout.texts[1].hasPrefix("JSON: "))
    }

    @Test("Property lists")
    func propertyList() async throws {
        let list = try PropertyListSerialization.data(fromPropertyList: ["a": 1], format: .xml, options: 0)
        server.on(.get, "/list") { _ in LoopbackResponse(headers: ["Content-Type": "application/x-plist"], body: list) }
        Alamofire.request("\(httpbin)/list").responsePropertyList { response in
            print(response.result.value as? [String: Int] ?? [:])
        }
        await printout.wait(for: 1)
        expectEqual(printout.text, #"["a": 1]"#)
    }

    @Test("Several handlers")
    func chained() async {
        Alamofire.request("\(httpbin)/get")
            .responseString { response in
                print("Response String: \(String(describing: response.result.value))")
            }
            .responseJSON { response in
                print("Response JSON: \(String(describing: response.result.value))")
            }
        await printout.wait(for: 2)
        expect(printout.texts[0].hasPrefix("Response String: Optional("))
        expect(printout.texts[1].hasPrefix("Response JSON: Optional("))
        expectEqual(server.requestCount, 1)
    }

    @Test("A handler's queue: the main one, or another")
    func queue() async {
        let key = DispatchSpecificKey<String>()
        DispatchQueue.main.setSpecific(key: key, value: "main")
        defer { DispatchQueue.main.setSpecific(key: key, value: nil) }
        let utilityQueue = DispatchQueue.global(qos: .utility)

        Alamofire.request("\(httpbin)/get").responseJSON(queue: utilityQueue) { response in
            print("Executing response handler on utility queue")
            print(DispatchQueue.getSpecific(key: key) ?? "another")
        }
        await printout.wait(for: 2)
        expectEqual(printout.texts, ["Executing response handler on utility queue", "another"])

        Alamofire.request("\(httpbin)/get").responseJSON { _ in
            print(DispatchQueue.getSpecific(key: key) ?? "another")
        }
        await printout.wait(for: 3)
        expectEqual(printout.texts.last, "main")
    }
}
