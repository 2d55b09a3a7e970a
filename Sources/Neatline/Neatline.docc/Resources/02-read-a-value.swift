import Foundation
import Neatline

let file = URL(filePath: "huts.json")
let json = try JSON(contentsOf: file)
print(json["huts"].count, "huts")
print(json["huts", 0, "name"].stringValue)
print(json["huts", 0, "place", "height"].intValue)
print(json["huts", 7, "name"].string ?? "no such hut")

// Prints:
// 3 huts
// Blüemlisalphütte
// 2834
// no such hut
