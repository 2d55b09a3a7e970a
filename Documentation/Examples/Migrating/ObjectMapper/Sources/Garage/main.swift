import Foundation
import Neatline

// MARK: - Class cluster

let vehiclesJSON = """
    [{"type": "car", "id": 1, "name": "Zoe", "engine": {"fuel": "electric"}, "condition": 2, "doors": 5,
      "price": {"amount": "23900.05"}, "registered": "2018-03-14", "services": [1546300800000, 1577836800000],
      "links": [{"href": "https://example.com/zoe"}], "features": {"abs": true, "radio": false}},
     {"type": "truck", "id": 2, "name": "Actros", "engine": {"fuel": "diesel"}, "condition": 1, "load": {"max": 18.5},
      "trailer": {"axles": 3}},
     {"type": "bike", "id": 3, "name": null, "engine": {"fuel": "muscle"}, "condition": 7, "folding": true},
     {"type": "ufo", "id": 4}]
    """

let vehicles = Mapper<Vehicle>().mapArray(JSONString: vehiclesJSON) ?? []
for vehicle in vehicles {
    print(
        type(of: vehicle), vehicle.id, vehicle.name ?? "-", vehicle.fuel, vehicle.condition.map { "\($0)" } ?? "-",
        vehicle.price ?? "-", vehicle.wheels)
    switch vehicle {
    case let car as Car:
        print("  \(car.doors) doors,", car.features?["abs"] == true ? "ABS" : "no ABS", car.serviceDates.count)
    case let truck as Truck: print("  \(truck.load ?? 0) t, trailer \(truck.trailer?.label ?? "none")")
    case let bike as Bike: print("  folding: \(bike.isFolding)")
    default: print("  of no known kind")
    }
}
if let zoe = vehicles.first {
    print(zoe.toJSON()["price"] as? [String: String] ?? [:], zoe.website?.host ?? "no host")
    let again = Mapper<Vehicle>().map(JSONObject: ["condition": 0, "name": "Zoe II"], toObject: zoe)
    print(again === zoe, zoe.name ?? "-", zoe.condition == .broken, zoe.id)
}

// MARK: - People

let personJSON = """
    {"status": 200,
     "data": {"username": "ada", "age": 36, "contact": {"phone": "+44 20"}, "com.example.id": "x-1", "score": "99",
              "manager": {"username": "charles"}, "friends": [{"username": "mary"}, {"age": 4}],
              "vehicles": [{"type": "bike", "id": 9}], "favourites": {"summer": {"type": "car", "id": 10}},
              "permissions": [{"name": "read", "level": 1}, {"name": "read", "level": 1}, {"name": "write"}]},
     "meta": {"warnings": ["slow"]}}
    """

for showsPhone in [true, false] {
    let envelope = Mapper<Envelope<Person>>(context: Privacy(showsPhone: showsPhone)).map(JSONString: personJSON)
    guard let person = envelope?.result else { continue }
    print(person.username ?? "-", person.age ?? 0, person.phone ?? "secret", person.identifier ?? "-", person.score)
    print("  ", person.manager?.username ?? "-", person.friends?.count ?? 0, person.vehicles.first is Bike)
    print("  ", person.favourites["summer"] is Car, person.permissions?.count ?? 0, envelope?.warnings ?? [])
}

print(Person(JSONString: "{\"age\": 1}") == nil, Person(JSON: ["username": "x"])?.age as Any)
let grace = Person(username: "grace")
grace.age = 85
grace.score = 7
if let text = grace.toJSONString() { print(text.contains("\"score\":\"7\""), text.contains("\"version\":2")) }
let nulls = Mapper<Person>(shouldIncludeNilValues: true).toJSON(grace)
print(nulls["phone"] == nil, nulls["manager"] is NSNull, [grace, grace].toJSON().count)

// MARK: - Offers

func offer(_ changes: [String: Any]) -> [String: Any] {
    let base: [String: Any] = [
        "id": 5, "title": ["en": "Old-timer"], "price": ["amount": 1200.5, "currency": "EUR"],
        "url": "https://example.com/5", "expires": "2019-01-01T12:00:00Z", "photos": ["https://example.com/a b.png"],
        "accepts": ["CHF", "EUR"], "tags": ["rare"],
    ]
    return base.merging(changes) { $1 }
}

do {
    let first = try Offer(JSON: offer([:]))
    print(first.title, first.price.amount, first.price.currency, first.seller, first.currencies.count)
    print(first.expires?.timeIntervalSince1970 ?? 0, first.photos[0])
    let copy = try Mapper<Offer>().map(JSONObject: first.toJSON())
    print(copy.price == first.price, copy.tags, copy.rebates.isEmpty)
    let offers = [offer(["id": 1]), offer(["id": 2, "rebates": [["amount": 10]]])]
    let list = try Mapper<Offer>().mapArray(JSONArray: offers)
    print(list.map { $0.id }, list[1].rebates.first?.currency ?? .eur)
} catch {
    print("Unexpected: \(error)")
}

let mistakes: [[String: Any]] = [
    ["id": "five"], ["title": "flat"], ["price": ["currency": "CHF"]], ["url": 12], ["price": ["amount": -1.0]],
    ["accepts": NSNull()],
]
for mistake in mistakes {
    do {
        _ = try Offer(JSON: offer(mistake))
        print("accepted \(mistake)")
    } catch let error as MapError {
        print("refused:", error.key ?? "-", error.currentValue == nil ? "(nothing)" : "(a value)")
    } catch {
        print("Unexpected: \(error)")
    }
}

// MARK: - Videos

let video = Video(
    JSONString: """
        {"length": "03:25", "cuts": ["00:10", "x", "01:00"], "chapters": [[{"title": "A"}], [{"title": "B"}, {}]],
         "subtitles": {"en": [{"title": "Hello"}]}}
        """)
print(video?.length ?? 0, video?.cuts ?? [], video?.chapters?.map { $0.count } ?? [])
print(video?.subtitles?["en"]?.first?.title ?? "-")
print(video?.toJSON()["length"] as? String ?? "-", Mapper<Video>().map(JSONString: "not JSON") == nil)
let channels = Mapper<Chapter>().mapDictionary(JSONString: "{\"one\": {\"title\": \"First\"}, \"two\": {}}") ?? [:]
print(channels["one"]?.title ?? "-", channels.count, Mapper<Chapter>().toJSONString(Array(channels.values))?.count ?? 0)
