import Foundation
import Neatline

struct Commit {
    let sha: String
    let message: String
    let author: String

    init(_ json: JSON) {
        sha = json["sha"].stringValue
        message = json["message"].stringValue
        author = json["author", "name"].string ?? "unknown"
    }
}

enum Payload {
    case push(branch: String, commits: [Commit])
    case issue(number: Int, title: String, labels: [String], progress: Float?)
    case star(count: Int, locked: Bool)
    case location(latitude: Double, longitude: Double)
    case other(JSON)

    init(type: String, json: JSON) {
        switch type {
        case "push":
            let branch = json["ref"].stringValue.components(separatedBy: "/").last ?? ""
            self = .push(branch: branch, commits: json["commits"].arrayValue.map(Commit.init))
        case "issue":
            let issue = json["issue"]
            self = .issue(
                number: issue["number"].intValue,
                title: issue["title"].stringValue,
                labels: issue["labels"].arrayValue.compactMap { Payload.label($0) },
                progress: issue["milestone"]["progress"].float)
        case "star":
            self = .star(count: json["count"].intValue, locked: json["locked"].boolValue)
        case "location" where json.type == .array && json.count == 2:
            self = .location(latitude: json[0].doubleValue, longitude: json[1].doubleValue)
        default:
            self = .other(json)
        }
    }

    /// A label is a string in old responses and an object in new ones.
    private static func label(_ json: JSON) -> String? {
        switch json.type {
        case .string: return json.string
        case .dictionary: return json["name"].string
        case .null, .unknown, .number, .bool, .array: return nil
        }
    }
}

extension Payload: CustomStringConvertible {
    var description: String {
        switch self {
        case .push(let branch, let commits):
            let list = commits.map { "\($0.sha) \($0.message)" }.joined(separator: "; ")
            return "pushed \(commits.count) commits to \(branch): \(list)"
        case .issue(let number, let title, let labels, let progress):
            let percent = progress.map { "\(Int($0 * 100)) %" } ?? "?"
            return "opened #\(number) \"\(title)\" \(labels) of a milestone that is \(percent) done"
        case .star(let count, let locked):
            return "gave \(count) stars\(locked ? " (locked)" : "")"
        case .location(let latitude, let longitude):
            return "is at \(latitude), \(longitude)"
        case .other(let json):
            return "did something else: \(json)"
        }
    }
}

struct Event {
    let id: Int
    let actor: Int
    let date: Date?
    let payload: Payload

    private static let formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss'Z'"
        return formatter
    }()

    init(json: JSON) throws {
        guard json != JSON.null else { throw FeedError.emptyEvent }
        guard json["id"].exists() else {
            throw FeedError.invalidEvent(json["id"].error ?? .notExist)
        }
        id = json["id"].intValue
        actor = json["actor"].int ?? 0
        date = json["created_at"].string.flatMap { Event.formatter.date(from: $0) }
        payload = Payload(type: json["type"].stringValue, json: json["payload"])
    }
}
