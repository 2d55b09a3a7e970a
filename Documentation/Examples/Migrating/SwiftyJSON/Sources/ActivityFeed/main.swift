import Foundation
import Neatline

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "feed.json"

func show(_ page: Page) {
    print(
        "Page \(page.number) of \(page.generated.timeIntervalSince1970), next: \(page.next?.absoluteString ?? "none")")
    page.users.sorted.forEach { print("  \($0)") }
    for event in page.events {
        let actor = page.users[event.actor]?.displayName ?? "somebody"
        let time = event.date.map { String(Int($0.timeIntervalSince1970) % 3600) } ?? "-"
        print("  [\(event.id) \(time)] \(actor) \(event.payload)")
    }
    page.problems.forEach { print("  ! \($0)") }
}

do {
    show(try FeedClient.shared.load(path: path))
} catch {
    print("Error: \(error.localizedDescription)")
}

let broken = [
    "{\"events\": [",
    "{\"error\": {\"code\": 403, \"message\": \"rate limit exceeded\"}}",
    "{\"error\": {\"code\": 500}}",
]
for text in broken {
    do {
        show(try FeedClient.shared.parse(text.data(using: .utf8)!))
    } catch let error as FeedError {
        print("Error: \(error.localizedDescription)")
    } catch {
        print("Unexpected: \(error)")
    }
}

if let data = FileManager.default.contents(atPath: path) {
    let paths: [[JSONSubscriptType]] = [
        ["events", 0, "payload", "commits", 1, "message"], ["events", 50], ["users", "1"], ["meta", "page", "x"],
        ["users", "17", "staff"],
    ]
    paths.forEach { print(FeedClient.shared.value(at: $0, of: data)) }
}

var preferences = Preferences(overrides: [
    ["theme": "dark", "refresh": ["wifi_only": false], "session": "secret"],
    [1, 2, 3],
    JSON(["hidden": ["hubot"], "ratio": 0.5]),
])
preferences.interval += 30
preferences.hide("defunkt")
print(preferences.theme, preferences.interval, preferences.hidden)
print(preferences.serialized())
preferences.signOut()
for (key, value) in preferences.flattened.sorted(by: { $0.key < $1.key }) { print("\(key) = \(value)") }

let url = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("ActivityFeed-\(UUID().uuidString).json")
defer { try? FileManager.default.removeItem(at: url) }
do {
    try preferences.save(to: url)
    let restored = Preferences.restored(from: url)
    print(restored?.json == preferences.json ? "restored" : "lost", restored?.json["accounts"].array?.count ?? -1)
} catch {
    print("Cannot save: \(error)")
}

let request: JSON = ["user": ["name": "Jack", "age": 25], "tags": ["a", "b"], "score": 9.5, "active": true]
if let body = request.rawString(.utf8, options: [.sortedKeys]) { print(body) }
let copy = JSON(rawValue: request.rawValue)
print(copy == request, request["user"] == ["name": "Jack", "age": 25], request["score"] > 9, JSON("a") < JSON("b"))
if let dictionary = request.dictionaryObject, let user = dictionary["user"] as? [String: Any] {
    print(user["name"] as? String ?? "", user["age"] as? Int ?? 0, dictionary["active"] as? Bool ?? false)
}
