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
let mapper = Mapper<Hut>()
let huts = mapper.mapArray(json: json["huts"]) ?? []
for hut in huts { print(hut.name, hut.beds, hut.height) }
for failure in mapper.failures { print(failure) }

// Prints:
// Blüemlisalphütte 138 2834
// Fridolinshütte 0 2111
// Doldenhornhütte 40 1915
// $.huts[1].beds: expected a 64-bit integer, found the string "fifty" (line 7, column 12)
