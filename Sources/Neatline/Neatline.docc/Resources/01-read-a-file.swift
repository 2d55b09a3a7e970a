import Foundation
import Neatline

let file = URL(filePath: "huts.json")
let json = try JSON(contentsOf: file)
print(json["huts"].count, "huts")

// Prints:
// 3 huts
