// Parses what a chat service sends over its socket, and makes what it is sent. 2018: Swift 4.2, SwiftyJSON 4.

import Foundation
import struct SwiftyJSON.JSON
import enum SwiftyJSON.SwiftyJSONError

enum Event {
    case hello(version: Int)
    case message(Message)
    case typing(user: String, channel: String)
    case presence([String: Bool])
    case unknown(String, SwiftyJSON.JSON)
}

struct Attachment {
    var title: String
    var fields: [String: String]

    init(_ json: JSON) {
        title = json["title"].string ?? json["fallback"].stringValue
        fields = [:]
        for (_, field) in json["fields"] {
            fields[field["title"].stringValue] = field["value"].description
        }
    }
}

struct Message {
    var channel: String
    var text: String
    var timestamp: TimeInterval
    var edited: Bool
    var reactions: [(String, Int)]
    var attachments: [Attachment]

    init?(json: JSON) {
        guard let channel = json["channel"].string else { return nil }
        self.channel = channel
        text = json["text"].stringValue
        timestamp = json["ts"].doubleValue
        edited = json["edited"].exists()
        reactions = json["reactions"].dictionaryValue.map { ($0.key, $0.value.count) }.sorted { $0.0 < $1.0 }
        attachments = json["attachments"].arrayValue.map(Attachment.init)
    }

    func toJSON() -> JSON {
        var json: JSON = ["type": "message", "channel": channel, "text": text, "mrkdwn": true, "thread": NSNull()]
        json["ts"].stringValue = String(format: "%.3f", timestamp)
        return json
    }
}

class EventParser {
    var onError: ((String) -> Void)?
    private var state = JSON([:])

    func parse(_ string: String) -> Event? {
        guard let data = string.data(using: .utf8, allowLossyConversion: false) else { return nil }
        do {
            let json = try JSON(data: data)
            if json["ok"].bool == false {
                onError?(json["error"].string ?? "unknown error")
                return nil
            }
            return event(from: json)
        } catch let error as NSError {
            onError?("\(error.domain) \(error.code)")
            return nil
        }
    }

    private func event(from json: JSON) -> Event? {
        switch json["type"].stringValue {
        case "hello": return .hello(version: json["protocol"].int ?? Int(json["protocol"].stringValue) ?? 0)
        case "message":
            guard let message = Message(json: json) else {
                let error = json["channel"].error
                switch error {
                case .some(.notExist): onError?("message without a channel")
                case .some(.wrongType): onError?("channel is not a string")
                default: onError?("unreadable message: \(json["channel"].type)")
                }
                return nil
            }
            return .message(message)
        case "user_typing": return .typing(user: json["user"].stringValue, channel: json["channel"].stringValue)
        case "presence":
            do {
                try state.merge(with: json["users"])
            } catch SwiftyJSONError.wrongType {
                onError?("presence changed its type")
            } catch {
                onError?("\(error)")
            }
            return .presence(state.dictionaryValue.mapValues { $0.boolValue })
        case let type: return .unknown(type, json)
        }
    }
}

let parser = EventParser()
parser.onError = { print("error:", $0) }
let lines = [
    #"{"type": "hello", "protocol": "3"}"#,
    #"{"type": "message", "channel": "C1", "text": "Grüße", "ts": "1546300800.25", "reactions": {"+1": ["a", "b"], "eyes": ["c"]}, "#
        + #""attachments": [{"fallback": "Build", "fields": [{"title": "status", "value": 0}, {"title": "log", "value": null}]}]}"#,
    #"{"type": "message", "text": "lost"}"#,
    #"{"type": "message", "channel": ["C1"]}"#,
    #"{"type": "presence", "users": {"lena": true, "jo": 0}}"#,
    #"{"type": "presence", "users": {"jo": 1}}"#,
    #"{"ok": false, "error": "not_authed"}"#,
    #"{"type": "goodbye"}"#,
    "pong",
]
for line in lines {
    switch parser.parse(line) {
    case .hello(let version)?: print("hello", version)
    case .message(let message)?:
        print(message.channel, message.text, message.timestamp, message.edited, message.reactions)
        message.attachments.forEach {
            print($0.title, $0.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })
        }
        print(message.toJSON().rawString(options: [.sortedKeys])!)
    case .presence(let users)?: print(users.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
    case .typing(let user, let channel)?: print(user, channel)
    case .unknown(let type, let json)?: print("unknown", type, json.count)
    case nil: print("nothing")
    }
}
