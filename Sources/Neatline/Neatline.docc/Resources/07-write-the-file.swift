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
var json = try JSON(contentsOf: file)
let mapper = Mapper<Hut>()
var huts = mapper.mapArray(json: json["huts"]) ?? []
for failure in mapper.failures { print(failure) }

huts[1].beds = 50
json["huts"] = mapper.toJSONValue(huts)
try json.write(to: file, options: .pretty)
print(try JSON(contentsOf: file)["huts", 1])

// Prints:
// $.huts[1].beds: expected a 64-bit integer, found the string "fifty" (line 7, column 12)
// {
//   "name": "Fridolinshütte",
//   "beds": 50,
//   "place": {
//     "height": 2111
//   },
//   "inspected": "2025-07-02"
// }
