import Foundation
import NeatlineFoundation
import NeatlineHTTP
import NeatlineTestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("The words of the errors behind an AFError", .ownThreads) struct ErrorWordsTests {
    private func words(of error: any Error) -> String {
        let text = AFError.sessionTaskFailed(error: error).errorDescription ?? ""
        return String(text.dropFirst("Request failed with error:\n".count))
    }

    @Test("A URLError has its name, its number, and what the transport said")
    func urlErrors() {
        let transport = TransportError(.cannotConnect, "Failed to connect to 127.0.0.1 port 9", nativeCode: 7)
        expectEqual(
            words(of: URLError(.cannotConnectToHost, userInfo: [NSUnderlyingErrorKey: transport])),
            "cannotConnectToHost (-1004): Failed to connect to 127.0.0.1 port 9")
        expectEqual(words(of: URLError(.timedOut)), "timedOut (-1001)")
        expectEqual(
            words(of: URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "Too slow."])),
            "timedOut (-1001): Too slow.")
        expectEqual(words(of: URLError(.backgroundSessionWasDisconnected)), "NSURLErrorDomain -997")
    }

    @Test("That of a text that is not JSON has the parser's words, once")
    func invalidJSON() {
        do {
            _ = try NeatlineJSONDecoder().decode([Int].self, from: "[1,]")
            Issue.record("It should not decode.")
        } catch {
            let words = words(of: error)
            expect(words.hasPrefix("The given data was not valid JSON. line 1, column 4: expected another element"))
            expectEqual(words.components(separatedBy: "line 1").count, 2)
        }
    }

    @Test("A DecodingError has its path and the decoder's words: line, column and excerpt")
    func decodingErrors() {
        struct User: Decodable { var name: String }
        let text = "{\n  \"users\": [{\"name\": 7}]\n}"
        do {
            _ = try NeatlineJSONDecoder().decode([String: [User]].self, from: text)
            Issue.record("It should not decode.")
        } catch {
            let words = words(of: error)
            expect(words.hasPrefix("At users[0].name: "))
            expect(words.contains("line 2, column 22"))
            expect(words.contains("\"users\": [{\"name\": 7}]"))
        }
    }

    @Test("Errors without words are described by their value, those with words by these")
    func others() {
        expectEqual(words(of: Trouble.here(3)), "here(3)")
        expectEqual(words(of: WordyTrouble()), "No luck today.")
        expectEqual(words(of: AFError.explicitlyCancelled), "Request explicitly cancelled.")
        let known = NSError(domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "Known."])
        expectEqual(words(of: known), "Known.")
        let detailed = NSError(
            domain: "d", code: 3, userInfo: [NSLocalizedDescriptionKey: "Known.", "NSDebugDescription": "Byte 7."])
        expectEqual(words(of: detailed), "Known. Byte 7.")
        let file = CocoaError(.fileNoSuchFile)
        expectEqual(words(of: file), file.localizedDescription)
    }

    @Test("An EncodingError has its path")
    func encodingErrors() {
        struct Key: CodingKey {
            var stringValue: String
            var intValue: Int?
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }
        let context = EncodingError.Context(codingPath: [Key(stringValue: "a")], debugDescription: "No form for it.")
        expectEqual(words(of: EncodingError.invalidValue(Double.nan, context)), "At a: No form for it.")
    }
}
