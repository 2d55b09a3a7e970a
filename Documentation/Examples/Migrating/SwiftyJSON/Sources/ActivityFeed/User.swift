import Foundation
import Neatline

struct User {
    let id: Int
    let login: String
    let name: String?
    let avatar: URL?
    let karma: Double
    let isStaff: Bool

    init?(id: String, json: JSON) {
        guard let id = Int(id), let login = json["login"].string else { return nil }
        self.id = id
        self.login = login
        name = json["name"].string
        avatar = json["avatar_url"].url
        karma = json["karma"].doubleValue
        isStaff = json["staff"].boolValue
    }

    var displayName: String { return name ?? "@\(login)" }
}

extension User: CustomStringConvertible {
    var description: String {
        let staff = isStaff ? ", staff" : ""
        return "\(displayName) (#\(id), karma \(karma)\(staff), avatar: \(avatar?.absoluteString ?? "none"))"
    }
}

/// All users of a response, by their identifier.
struct UserDirectory {
    private(set) var users = [Int: User]()
    private(set) var rejected = [String]()

    init(json: JSON) {
        for (key, subJson): (String, JSON) in json {
            if let user = User(id: key, json: subJson) {
                users[user.id] = user
            } else {
                rejected.append(key)
            }
        }
    }

    subscript(id: Int) -> User? { return users[id] }

    var sorted: [User] { return users.values.sorted { $0.karma > $1.karma } }
}
