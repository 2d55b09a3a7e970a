// Models of a shop's service. 2018: Swift 4, ObjectMapper 3.

import Foundation
import ObjectMapper

class BaseResponse<T: Mappable>: Mappable {
    var code: Int?
    var message: String?
    var data: T?
    var list: [T]?

    required init?(map: Map) {
        if map.JSON["code"] == nil { return nil }
    }

    func mapping(map: ObjectMapper.Map) {
        code <- map["code"]
        message <- map["msg"]
        data <- map["data"]
        list <- map["data.list"]
    }
}

enum OrderStatus: String {
    case pending, paid, shipped
}

class CentsTransform: TransformType {
    typealias Object = Double
    typealias JSON = Int

    func transformFromJSON(_ value: Any?) -> Double? {
        if let cents = value as? Int {
            return Double(cents) / 100
        }
        return (value as? String).flatMap { Int($0) }.map { Double($0) / 100 }
    }

    func transformToJSON(_ value: Double?) -> Int? {
        return value.map { Int(($0 * 100).rounded()) }
    }
}

let yesNoTransform = TransformOf<Bool, String>(
    fromJSON: { (value: String?) -> Bool? in value.map { $0 == "Y" } },
    toJSON: { (value: Bool?) -> String? in value.map { $0 ? "Y" : "N" } })

struct Money: ImmutableMappable {
    let amount: Double
    let currency: String

    init(map: Map) throws {
        amount = try map.value("amount", using: CentsTransform())
        currency = (try? map.value("currency")) ?? "CHF"
    }

    func mapping(map: Map) {
        amount >>> (map["amount"], CentsTransform())
        currency >>> map["currency"]
    }
}

class Product: StaticMappable {
    var id: Int = 0
    var title: String!
    var image: URL?
    var price: Money?

    static func objectForMapping(map: Map) -> BaseMappable? {
        let kind: String? = map["kind"].value()
        switch kind {
        case "book"?: return Book()
        default: return Product()
        }
    }

    func mapping(map: Map) {
        id <- map["id"]
        title <- map["title"]
        image <- (map["images.0.url"], URLTransform())
        price <- map["price"]
    }
}

class Book: Product {
    var authors: [String] = []
    var isbn: String?

    override func mapping(map: Map) {
        super.mapping(map: map)
        authors <- map["details.authors"]
        isbn <- map["details->isbn", delimiter: "->"]
    }
}

class Order: NSObject, Mappable {
    var number = ""
    var status: OrderStatus?
    var isGift = false
    var items: [Product]?
    var quantities: [String: Int] = [:]
    var placedAt: Date?
    var deliveredAt: Date?

    override init() { super.init() }

    required convenience init?(map: Map) {
        self.init()
    }

    func mapping(map: Map) {
        number <- (
            map["number"],
            TransformOf<String, Int>(fromJSON: { $0.map { String($0) } }, toJSON: { $0.flatMap { Int($0) } })
        )
        status <- (map["status"], EnumTransform<OrderStatus>())
        isGift <- (map["gift"], yesNoTransform)
        items <- map["items"]
        quantities <- map["quantities"]
        placedAt <- (map["placed_at"], DateTransform(unit: .milliseconds))
        deliveredAt <- (map["delivered_at"], CustomDateFormatTransform(formatString: "yyyy-MM-dd"))
    }
}

let text = """
    {"code": 0, "msg": "ok", "data": {"list": [
        {"number": 1041, "status": "paid", "gift": "Y", "quantities": {"7": 2, "9": 1}, "placed_at": 1514764800000,
         "items": [{"kind": "book", "id": 7, "title": "Maps", "images": [{"url": "https://shop.example.com/7.jpg"}],
                    "price": {"amount": "1995"}, "details": {"authors": ["A. Kern"], "isbn": "978-3"}},
                   {"id": 9, "title": "Pencil", "price": {"amount": 250, "currency": "EUR"}}]},
        {"number": 1042, "status": "lost", "gift": "N"}
    ]}}
    """
if let response = Mapper<BaseResponse<Order>>().map(JSONString: text), let orders = response.list {
    for order in orders {
        print(order.number, order.status?.rawValue ?? "-", order.isGift, order.placedAt?.timeIntervalSince1970 ?? 0)
        for item in order.items ?? [] {
            print(
                " ", type(of: item), item.id, item.title ?? "", item.image?.path ?? "-", item.price?.amount ?? 0,
                item.price?.currency ?? "-")
        }
    }
    let written = orders[0].toJSON()
    print(
        written["number"] as? Int ?? 0, written["gift"] as? String ?? "",
        (written["items"] as? [[String: Any]])?.count ?? 0)
    print(orders.toJSONString(prettyPrint: false)!.count > 100)
}
print(BaseResponse<Order>(JSONString: "{\"msg\": \"no code\"}") == nil)
