import NeatlineJSON
import NeatlineMacros
import NeatlineTestSupport
import Testing

// What is mapped into a model that exists: members that are not there keep their values.

@Mappable
struct Rated {
    var stars = 0
    var votes = 0
}

@Mappable
struct Entry {
    var name = ""
    @Flat var rating = Rated()
    @Flat var size: Size?
}

@Mappable
struct Ratings {
    var name = ""
    @Rest var others: [String: Rated] = [:]
}

@Mappable
struct Counts {
    var name = ""
    @Rest var others: [String: Int] = [:]
}

@Mappable
struct Notes {
    var name = ""
    @Rest var others: [String: Any] = [:]
}

@Mappable(tag: "type")
enum Delivery: Equatable {
    case post(city: String)
    case shop
}

@Mappable
struct Parcel {
    var id = 0
    var delivery = Delivery.shop
    var return_: Delivery?
    var others: [String: Delivery] = [:]
}

@Suite("Updating")
struct UpdateTests {
    /// Maps texts one after the other into one model, and returns what is written, with the paths of the last failures.
    private func updated<Model: BaseMappable>(_ type: Model.Type, _ texts: String...) throws -> [String] {
        let mapper = Mapper<Model>()
        var model = try #require(mapper.map(JSONString: texts[0]) as Model?)
        for text in texts.dropFirst() { model = mapper.map(JSONString: text, toObject: model) }
        return [try #require(model.toJSONString())] + mapper.failures.filter { $0.reason != .missing }.map(\.path)
    }

    @Test("The model of @Flat is updated in place")
    func flat() throws {
        let entry = #"{"name":"a","stars":1,"votes":2,"width":3,"height":4}"#
        try expectEqual(updated(Entry.self, entry, "{}"), [entry])
        try expectEqual(
            updated(Entry.self, entry, #"{"votes": 5, "height": 6}"#),
            [#"{"name":"a","stars":1,"votes":5,"width":3,"height":6}"#])
        try expectEqual(updated(Entry.self, entry, #"{"votes": "x"}"#), [entry, "$.votes"])
        // A part that is not there is created.
        let nothing = #"{"name":"a","stars":1,"votes":2}"#
        try expectEqual(updated(Entry.self, nothing, #"{"width": 3, "height": 4}"#), [entry])
        try expectEqual(updated(Entry.self, nothing, #"{"height": 4}"#), [nothing])
    }

    @Test("Members of @Rest that are not there stay; null removes them")
    func rest() throws {
        let record = #"{"z":1.10,"a":[1],"name":"n"}"#
        try expectEqual(updated(OpenInOrder.self, record, "{}"), [record])
        try expectEqual(
            updated(OpenInOrder.self, record, #"{"a": null, "b": 2}"#), [#"{"z":1.10,"a":null,"b":2,"name":"n"}"#]
        )
        let counts = #"{"name":"n","a":1,"b":2}"#
        try expectEqual(
            updated(Counts.self, counts, #"{"a": null, "b": 3, "c": 4}"#), [#"{"name":"n","b":3,"c":4}"#])
        try expectEqual(updated(Counts.self, counts, #"{"a": "x"}"#), [counts, "$.a"])
        try expectEqual(updated(Notes.self, counts, #"{"a": "x"}"#), [#"{"name":"n","a":"x","b":2}"#])
        let ratings = #"{"name":"n","a":{"stars":1,"votes":2}}"#
        try expectEqual(
            updated(Ratings.self, ratings, #"{"a": {"votes": 3}, "b": {"stars": 4, "votes": 5}}"#),
            [#"{"name":"n","a":{"stars":1,"votes":3},"b":{"stars":4,"votes":5}}"#])
    }

    @Test("An enum with a tag is replaced")
    func tagged() throws {
        let parcel =
            #"{"id":1,"delivery":{"type":"post","city":"Bern"},"return_":{"type":"shop"},"others":{"a":{"type":"shop"}}}"#
        try expectEqual(updated(Parcel.self, parcel, "{}"), [parcel])
        let post = #"{"type":"post","city":"Thun"}"#
        try expectEqual(
            updated(
                Parcel.self, parcel, #"{"delivery": {"type": "shop"}, "return_": \#(post), "others": {"a": \#(post)}}"#),
            [#"{"id":1,"delivery":{"type":"shop"},"return_":\#(post),"others":{"a":\#(post)}}"#])
        // One that does not fit leaves the value.
        try expectEqual(
            updated(Parcel.self, parcel, #"{"delivery": {"type": "x"}, "return_": {"city": "Thun"}}"#),
            [parcel, "$.delivery.type"])
        let mapper = Mapper<Delivery>()
        expectEqual(mapper.map(JSONString: post, toObject: .shop), .post(city: "Thun"))
        expectEqual(mapper.map(JSONString: #"{"type": "post"}"#, toObject: .shop), .shop)
        expectEqual(mapper.failures.map(\.path), ["$.city"])
    }
}
