import Foundation
import Neatline

struct Privacy: MapContext {
    var showsPhone: Bool
}

class Person: Mappable {
    var username: String?
    var age: Int?
    var phone: String?
    var manager: Person?
    var friends: [Person]?
    var vehicles: [Vehicle] = []
    var favourites: [String: Vehicle] = [:]
    var permissions: Set<Permission>?
    var identifier: String?
    var score: Int = 0

    /// The API writes the score as a text.
    static let scoreTransform = TransformOf<Int, String>(
        fromJSON: { (value: String?) -> Int? in
            return value.flatMap { Int($0) }
        },
        toJSON: { (value: Int?) -> String? in
            return value.map { String($0) }
        })

    init(username: String) {
        self.username = username
    }

    required init?(map: Map) {
        guard map.JSON["username"] != nil else { return nil }
    }

    func mapping(map: Map) {
        username <- map["username"]
        age <- map["age"]
        if (map.context as? Privacy)?.showsPhone ?? false {
            phone <- map["contact.phone"]
        }
        manager <- map["manager"]
        friends <- map["friends"]
        vehicles <- map["vehicles"]
        favourites <- map["favourites"]
        permissions <- map["permissions"]
        identifier <- map["com.example.id", nested: false]
        score <- (map["score"], Person.scoreTransform)

        if map.mappingType == .toJSON {
            var version = 2
            version <- map["version"]
        }
    }
}

struct Permission: Mappable, Hashable {
    var name = ""
    var level: UInt8?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        level <- map["level"]
    }
}

/// Whatever the API answers is in an envelope.
class Envelope<T: Mappable>: Mappable {
    var status = 0
    var result: T?
    var results: [T]?
    var warnings: [String]?

    required init?(map: Map) {}

    func mapping(map: Map) {
        status <- map["status"]
        result <- map["data"]
        results <- map["list"]
        warnings <- map["meta->warnings", delimiter: "->"]
    }
}
