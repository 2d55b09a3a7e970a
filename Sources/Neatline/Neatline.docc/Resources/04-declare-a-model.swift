import Foundation
import Neatline

struct Hut: Mappable {
    var name = ""
    var beds = 0

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        beds <- map["beds"]
    }
}

let file = URL(filePath: "huts.json")
let json = try JSON(contentsOf: file)
let hut = try Mapper<Hut>().tryMap(json: json["huts", 0])
print(hut.name, hut.beds)

// Prints:
// Blüemlisalphütte 138
