import Foundation
import Neatline

/// What is read of a generated order: everything.
struct Order: SharedModel {
    var id = 0
    var status = ""
    var createdAt = ""
    var customer = Customer()
    var lines: [OrderLine] = []
    var total = Decimal()
    var currency = ""
    var tags: [String] = []
    var note: String?
    var payment = Payment()

    enum CodingKeys: String, CodingKey {
        case id
        case status
        case createdAt = "created_at"
        case customer
        case lines
        case total
        case currency
        case tags
        case note
        case payment
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        id <- map["id"]
        status <- map["status"]
        createdAt <- map["created_at"]
        customer <- map["customer"]
        lines <- map["lines"]
        total <- map["total"]
        currency <- map["currency"]
        tags <- map["tags"]
        note <- map["note"]
        payment <- map["payment"]
    }
}

struct Customer: SharedModel {
    var id = 0
    var name = ""
    var email = ""
    var isVIP = false
    var address = Address()

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case email
        case isVIP = "vip"
        case address
    }

    init() {}

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        id <- map["id"]
        name <- map["name"]
        email <- map["email"]
        isVIP <- map["vip"]
        address <- map["address"]
    }
}

struct Address: SharedModel {
    var street = ""
    var city = ""
    var zip = ""
    var country = ""
    var location: [Double]?

    init() {}

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        street <- map["street"]
        city <- map["city"]
        zip <- map["zip"]
        country <- map["country"]
        location <- map["location"]
    }
}

struct OrderLine: SharedModel {
    var number = 0
    var sku = ""
    var title = ""
    var quantity = 0
    var price = Decimal()
    var discount: Decimal?
    var isGift = false

    enum CodingKeys: String, CodingKey {
        case number = "line"
        case sku
        case title
        case quantity
        case price
        case discount
        case isGift = "gift"
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        number <- map["line"]
        sku <- map["sku"]
        title <- map["title"]
        quantity <- map["quantity"]
        price <- map["price"]
        discount <- map["discount"]
        isGift <- map["gift"]
    }
}

struct Payment: SharedModel {
    var method = ""
    var lastDigits = ""
    var isAuthorized = false

    enum CodingKeys: String, CodingKey {
        case method
        case lastDigits = "last4"
        case isAuthorized = "authorized"
    }

    init() {}

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        method <- map["method"]
        lastDigits <- map["last4"]
        isAuthorized <- map["authorized"]
    }
}
