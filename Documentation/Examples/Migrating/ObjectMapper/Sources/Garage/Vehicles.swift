import Foundation
import Neatline

enum Fuel: String {
    case petrol, diesel, electric
}

enum Condition: Int {
    case broken = 0
    case used = 1
    case new = 2
}

/// The class cluster: the member "type" decides which class an object gets.
class Vehicle: StaticMappable {
    var id = 0
    var name: String?
    var fuel: Fuel = .petrol
    var condition: Condition?
    var price: NSDecimalNumber?
    var firstRegistration: Date?
    var serviceDates: [Date] = []
    var website: URL?
    var wheels: Int { return 4 }

    class func objectForMapping(map: Map) -> BaseMappable? {
        guard let type: String = map["type"].value() else { return nil }
        switch type {
        case "car": return Car()
        case "truck": return Truck()
        case "bike": return Bike()
        default: return nil
        }
    }

    init() {}

    func mapping(map: Map) {
        id <- map["id"]
        name <- map["name"]
        fuel <- map["engine.fuel"]
        condition <- map["condition"]
        price <- (map["price.amount"], NSDecimalNumberTransform())
        firstRegistration <- (map["registered"], CustomDateFormatTransform(formatString: "yyyy-MM-dd"))
        serviceDates <- (map["services"], DateTransform(unit: .milliseconds))
        website <- (map["links.0.href"], URLTransform())
    }
}

class Car: Vehicle {
    var doors = 0
    var features: [String: Bool]?

    override func mapping(map: Map) {
        super.mapping(map: map)
        doors <- map["doors"]
        features <- map["features"]
    }
}

final class Truck: Vehicle {
    var load: Double?
    var trailer: Trailer?
    override var wheels: Int { return 4 + (trailer?.axles ?? 0) * 2 }

    override func mapping(map: Map) {
        super.mapping(map: map)
        load <- map["load.max"]
        trailer <- map["trailer"]
    }
}

final class Bike: Vehicle {
    var isFolding = false
    override var wheels: Int { return 2 }

    override func mapping(map: Map) {
        super.mapping(map: map)
        isFolding <- map["folding"]
    }
}

struct Trailer: Mappable {
    var axles: Int!
    var label: String = "unnamed"

    init?(map: Map) {
        if map.JSON["axles"] == nil { return nil }
    }

    mutating func mapping(map: Map) {
        axles <- map["axles"]
        label <- map["label"]
    }
}
