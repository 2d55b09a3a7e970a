import Foundation
import Neatline
import NeatlineMacros

// The models of `Order.swift`, by macro.

extension ByMacro {
    /// What is read of a generated order: everything.
    @Mappable
    struct Order: SharedModel {
        var id = 0
        var status = ""
        @Key("created_at") var createdAt = ""
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
    }

    @Mappable
    struct Customer: SharedModel {
        var id = 0
        var name = ""
        var email = ""
        @Key("vip") var isVIP = false
        var address = Address()

        enum CodingKeys: String, CodingKey {
            case id
            case name
            case email
            case isVIP = "vip"
            case address
        }

        init() {}
    }

    @Mappable
    struct Address: SharedModel {
        var street = ""
        var city = ""
        var zip = ""
        var country = ""
        var location: [Double]?

        init() {}
    }

    @Mappable
    struct OrderLine: SharedModel {
        @Key("line") var number = 0
        var sku = ""
        var title = ""
        var quantity = 0
        var price = Decimal()
        var discount: Decimal?
        @Key("gift") var isGift = false

        enum CodingKeys: String, CodingKey {
            case number = "line"
            case sku
            case title
            case quantity
            case price
            case discount
            case isGift = "gift"
        }
    }

    @Mappable
    struct Payment: SharedModel {
        var method = ""
        @Key("last4") var lastDigits = ""
        @Key("authorized") var isAuthorized = false

        enum CodingKeys: String, CodingKey {
            case method
            case lastDigits = "last4"
            case isAuthorized = "authorized"
        }

        init() {}
    }
}
