import Foundation
import Neatline

enum Currency: String {
    case chf = "CHF"
    case eur = "EUR"
}

struct Money: ImmutableMappable, Equatable {
    let amount: Double
    let currency: Currency

    init(map: Map) throws {
        amount = try map.value("amount")
        currency = (try? map.value("currency")) ?? .chf
    }

    func mapping(map: Map) {
        amount >>> map["amount"]
        currency >>> map["currency"]
    }
}

struct Offer: ImmutableMappable {
    let id: Int64
    let title: String
    let price: Money
    let rebates: [Money]
    let url: URL
    let expires: Date?
    let seller: String
    let tags: [String]
    let photos: [URL]
    let currencies: [Currency]

    init(map: Map) throws {
        id = try map.value("id")
        title = try map.value("title.en")
        price = try map.value("price")
        rebates = map.value("rebates", default: [])
        url = try map.value("url", using: URLTransform())
        expires = try? map.value("expires", using: ISO8601DateTransform())
        seller = try map.value("seller.name", default: "private")
        tags = (try? map.value("tags")) ?? []
        photos = try map.value("photos", using: URLTransform(shouldEncodeURLString: true))
        currencies = try map.value("accepts")

        if price.amount < 0 {
            throw MapError(key: "price", currentValue: price.amount, reason: "Negative price")
        }
    }

    func mapping(map: Map) {
        id >>> map["id"]
        title >>> map["title.en"]
        price >>> map["price"]
        rebates >>> map["rebates"]
        url >>> (map["url"], URLTransform())
        expires >>> (map["expires"], ISO8601DateTransform())
        seller >>> map["seller.name"]
        tags >>> map["tags"]
        photos >>> (map["photos"], URLTransform())
        currencies >>> map["accepts"]
    }
}

/// A transform of our own: minutes and seconds.
final class DurationTransform: TransformType {
    typealias Object = TimeInterval
    typealias JSON = String

    func transformFromJSON(_ value: Any?) -> TimeInterval? {
        guard let text = value as? String else { return nil }
        let parts = text.components(separatedBy: ":").compactMap { Double($0) }
        guard parts.count == 2 else { return nil }
        return parts[0] * 60 + parts[1]
    }

    func transformToJSON(_ value: TimeInterval?) -> String? {
        guard let value = value else { return nil }
        return String(format: "%02d:%02d", Int(value) / 60, Int(value) % 60)
    }
}

struct Video: Mappable {
    var length: TimeInterval = 0
    var cuts: [TimeInterval]?
    var chapters: [[Chapter]]?
    var subtitles: [String: [Chapter]]?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        length <- (map["length"], DurationTransform())
        cuts <- (map["cuts"], DurationTransform())
        chapters <- map["chapters"]
        subtitles <- map["subtitles"]
    }
}

struct Chapter: Mappable {
    var title: String?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        title <- map["title"]
    }
}
