import Foundation
import Neatline

enum FeedError: Error {
    case unreadable(path: String)
    case malformed(Error)
    case server(code: Int, message: String)
    case invalidEvent(SwiftyJSONError)
    case emptyEvent
}

extension FeedError: LocalizedError {
    var errorDescription: String? {
        switch self {
        case .unreadable(let path): return "cannot read \(path)"
        case .malformed(let error as NSError): return "not JSON (\(error.domain) \(error.code))"
        case .server(let code, let message): return "the server says \(code): \(message)"
        case .invalidEvent(.notExist): return "an event without an identifier"
        case .invalidEvent(let error): return "an event with a wrong identifier (\(error.errorCode))"
        case .emptyEvent: return "an empty event"
        }
    }
}

struct Page {
    let number: Int
    let next: URL?
    let generated: Date
    let users: UserDirectory
    let events: [Event]
    let problems: [String]
}

final class FeedClient {
    static let shared = FeedClient()

    func load(path: String) throws -> Page {
        guard let data = FileManager.default.contents(atPath: path) else { throw FeedError.unreadable(path: path) }
        return try parse(data)
    }

    func parse(_ data: Data) throws -> Page {
        let json: JSON
        do {
            json = try JSON(data: data)
        } catch {
            throw FeedError.malformed(error)
        }
        if let code = json["error"]["code"].int {
            throw FeedError.server(code: code, message: json["error"]["message"].string ?? "no message")
        }

        var events = [Event]()
        var problems = [String]()
        for (index, subJson) in json["events"] {
            do {
                events.append(try Event(json: subJson))
            } catch {
                problems.append("event \(index): \(error.localizedDescription)")
            }
        }
        let meta = json["meta"]
        return Page(
            number: meta["page"].intValue,
            next: meta["next"].url,
            generated: Date(timeIntervalSince1970: meta["generated"].doubleValue),
            users: UserDirectory(json: json["users"]),
            events: events,
            problems: problems)
    }

    /// The path to a value, as our debug menu has it.
    func value(at path: [JSONSubscriptType], of data: Data) -> String {
        let json = (try? JSON(data: data)) ?? JSON.null
        let value = json[path]
        if let error = value.error {
            switch error {
            case .notExist: return "there is no such key"
            case .indexOutOfBounds: return "there is no such index"
            case .wrongType: return "that is neither an array nor an object"
            default: return "error \(error.errorCode)"
            }
        }
        return value.stringValue
    }
}
