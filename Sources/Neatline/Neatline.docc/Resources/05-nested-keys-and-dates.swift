import Foundation
import Neatline

struct Hut: Mappable {
    var name = ""
    var beds = 0
    var height = 0
    var inspected: Date?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        name <- map["name"]
        beds <- map["beds"]
        height <- map["place.height"]
        inspected <- (map["inspected"], CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt))
    }
}

let file = URL(filePath: "huts.json")
let json = try JSON(contentsOf: file)
let hut = try Mapper<Hut>().tryMap(json: json["huts", 0])
print(hut.name, hut.beds, hut.height)
if let inspected = hut.inspected { print(inspected) }

// Prints:
// Blüemlisalphütte 138 2834
// 2025-06-14 00:00:00 +0000
