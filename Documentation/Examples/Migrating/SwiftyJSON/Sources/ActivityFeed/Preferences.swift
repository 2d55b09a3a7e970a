import Foundation
import Neatline

/// What the app remembers: the defaults that it comes with, merged with what the server and the user have changed.
struct Preferences {
    private(set) var json: JSON

    static let defaults: JSON = [
        "theme": "light",
        "refresh": ["interval": 60, "wifi_only": true],
        "hidden": [],
        "accounts": [["login": "guest", "token": nil as Any?]],
    ]

    init(overrides: [JSON] = []) {
        json = Preferences.defaults
        for other in overrides {
            do {
                try json.merge(with: other)
            } catch SwiftyJSONError.wrongType {
                print("ignored overrides that are no object: \(other)")
            } catch {
                print("ignored overrides: \(error)")
            }
        }
    }

    var theme: String {
        get { return json["theme"].stringValue }
        set { json["theme"].string = newValue }
    }

    var interval: Int {
        get { return json["refresh"]["interval"].int ?? 60 }
        set { json["refresh", "interval"] = JSON(newValue) }
    }

    var hidden: [String] {
        get { return json["hidden"].arrayValue.map { $0.stringValue } }
        set { json["hidden"].arrayObject = newValue }
    }

    mutating func hide(_ login: String) {
        json["hidden"].arrayObject?.append(login)
    }

    mutating func signOut() {
        json["accounts"] = JSON([Any]())
        json.dictionaryObject?.removeValue(forKey: "session")
    }

    /// What analytics wants: no nested values.
    var flattened: [String: Any] {
        var result = [String: Any]()
        for (key, value) in json.dictionaryObject ?? [:] {
            switch JSON(value).type {
            case .dictionary, .array: continue
            default: result[key] = value
            }
        }
        return result
    }

    func serialized() -> String {
        return json.rawString([.castNilToNSNull: true]) ?? "{}"
    }

    func save(to url: URL) throws {
        try json.rawData(options: [.prettyPrinted, .sortedKeys]).write(to: url)
    }

    static func restored(from url: URL) -> Preferences? {
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        let json = JSON(parseJSON: text)
        guard json.dictionary != nil else { return nil }
        var preferences = Preferences()
        preferences.json = json
        return preferences
    }
}
