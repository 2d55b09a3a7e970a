import Foundation
import Neatline

// The models of `Order.swift` with members by number, as the macro writes them.

extension Numbered {
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
            let members = map.members(10, Self.member)
            id <- map[members, 0, "id"]
            status <- map[members, 1, "status"]
            createdAt <- map[members, 2, "created_at"]
            customer <- map[members, 3, "customer"]
            lines <- map[members, 4, "lines"]
            total <- map[members, 5, "total"]
            currency <- map[members, 6, "currency"]
            tags <- map[members, 7, "tags"]
            note <- map[members, 8, "note"]
            payment <- map[members, 9, "payment"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 0 }
            case 4:
                if name == "tags" { return 7 }
                if name == "note" { return 8 }
            case 5:
                if name == "lines" { return 4 }
                if name == "total" { return 5 }
            case 6:
                if name == "status" { return 1 }
            case 7:
                if name == "payment" { return 9 }
            case 8:
                if name == "customer" { return 3 }
                if name == "currency" { return 6 }
            case 10:
                if name == "created_at" { return 2 }
            default: break
            }
            return -1
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
            let members = map.members(5, Self.member)
            id <- map[members, 0, "id"]
            name <- map[members, 1, "name"]
            email <- map[members, 2, "email"]
            isVIP <- map[members, 3, "vip"]
            address <- map[members, 4, "address"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 0 }
            case 3:
                if name == "vip" { return 3 }
            case 4:
                if name == "name" { return 1 }
            case 5:
                if name == "email" { return 2 }
            case 7:
                if name == "address" { return 4 }
            default: break
            }
            return -1
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
            let members = map.members(5, Self.member)
            street <- map[members, 0, "street"]
            city <- map[members, 1, "city"]
            zip <- map[members, 2, "zip"]
            country <- map[members, 3, "country"]
            location <- map[members, 4, "location"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 3:
                if name == "zip" { return 2 }
            case 4:
                if name == "city" { return 1 }
            case 6:
                if name == "street" { return 0 }
            case 7:
                if name == "country" { return 3 }
            case 8:
                if name == "location" { return 4 }
            default: break
            }
            return -1
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
            let members = map.members(7, Self.member)
            number <- map[members, 0, "line"]
            sku <- map[members, 1, "sku"]
            title <- map[members, 2, "title"]
            quantity <- map[members, 3, "quantity"]
            price <- map[members, 4, "price"]
            discount <- map[members, 5, "discount"]
            isGift <- map[members, 6, "gift"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 3:
                if name == "sku" { return 1 }
            case 4:
                if name == "line" { return 0 }
                if name == "gift" { return 6 }
            case 5:
                if name == "title" { return 2 }
                if name == "price" { return 4 }
            case 8:
                if name == "quantity" { return 3 }
                if name == "discount" { return 5 }
            default: break
            }
            return -1
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
            let members = map.members(3, Self.member)
            method <- map[members, 0, "method"]
            lastDigits <- map[members, 1, "last4"]
            isAuthorized <- map[members, 2, "authorized"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 5:
                if name == "last4" { return 1 }
            case 6:
                if name == "method" { return 0 }
            case 10:
                if name == "authorized" { return 2 }
            default: break
            }
            return -1
        }
    }
}
