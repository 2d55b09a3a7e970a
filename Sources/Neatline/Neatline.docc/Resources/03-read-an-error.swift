import Foundation
import Neatline

let file = URL(filePath: "huts.json")
let json = try JSON(contentsOf: file)
print(json["huts"].count, "huts")
print(json["huts", 0, "name"].stringValue)
do {
    print(try json.get("huts", 0, "beds", as: Int.self))
    print(try json.get("huts", 1, "beds", as: Int.self))
} catch {
    print(error)
}

// Prints:
// 3 huts
// Blüemlisalphütte
// 138
// $.huts[1].beds: expected a 64-bit integer, found a string
