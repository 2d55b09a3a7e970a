import Neatline

/// What is read of `citm_catalog`, and of the generated `catalogue`, which lacks some of the lists of names.
struct Catalogue: SharedModel {
    var areaNames: [String: String] = [:]
    var audienceSubCategoryNames: [String: String]?
    var blockNames: [String: String]?
    var events: [String: Event] = [:]
    var performances: [Performance] = []
    var seatCategoryNames: [String: String]?
    var subTopicNames: [String: String]?
    var subjectNames: [String: String]?
    var topicNames: [String: String]?
    var topicSubTopics: [String: [Int]]?
    var venueNames: [String: String]?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        areaNames <- map["areaNames"]
        audienceSubCategoryNames <- map["audienceSubCategoryNames"]
        blockNames <- map["blockNames"]
        events <- map["events"]
        performances <- map["performances"]
        seatCategoryNames <- map["seatCategoryNames"]
        subTopicNames <- map["subTopicNames"]
        subjectNames <- map["subjectNames"]
        topicNames <- map["topicNames"]
        topicSubTopics <- map["topicSubTopics"]
        venueNames <- map["venueNames"]
    }
}

struct Event: SharedModel {
    var text: String?
    var id = 0
    var logo: String?
    var name = ""
    var subTopicIDs: [Int] = []
    var subjectCode: String?
    var subtitle: String?
    var topicIDs: [Int] = []

    enum CodingKeys: String, CodingKey {
        case text = "description"
        case id
        case logo
        case name
        case subTopicIDs = "subTopicIds"
        case subjectCode
        case subtitle
        case topicIDs = "topicIds"
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        text <- map["description"]
        id <- map["id"]
        logo <- map["logo"]
        name <- map["name"]
        subTopicIDs <- map["subTopicIds"]
        subjectCode <- map["subjectCode"]
        subtitle <- map["subtitle"]
        topicIDs <- map["topicIds"]
    }
}

struct Performance: SharedModel {
    var eventID = 0
    var id = 0
    var logo: String?
    var name: String?
    var prices: [Price] = []
    var seatCategories: [SeatCategory] = []
    var seatMapImage: String?
    var start: Int64 = 0
    var venueCode = ""

    enum CodingKeys: String, CodingKey {
        case eventID = "eventId"
        case id
        case logo
        case name
        case prices
        case seatCategories
        case seatMapImage
        case start
        case venueCode
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        eventID <- map["eventId"]
        id <- map["id"]
        logo <- map["logo"]
        name <- map["name"]
        prices <- map["prices"]
        seatCategories <- map["seatCategories"]
        seatMapImage <- map["seatMapImage"]
        start <- map["start"]
        venueCode <- map["venueCode"]
    }
}

struct Price: SharedModel {
    var amount = 0
    var audienceSubCategoryID = 0
    var seatCategoryID = 0

    enum CodingKeys: String, CodingKey {
        case amount
        case audienceSubCategoryID = "audienceSubCategoryId"
        case seatCategoryID = "seatCategoryId"
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        amount <- map["amount"]
        audienceSubCategoryID <- map["audienceSubCategoryId"]
        seatCategoryID <- map["seatCategoryId"]
    }
}

struct SeatCategory: SharedModel {
    var areas: [Area] = []
    var seatCategoryID = 0

    enum CodingKeys: String, CodingKey {
        case areas
        case seatCategoryID = "seatCategoryId"
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        areas <- map["areas"]
        seatCategoryID <- map["seatCategoryId"]
    }
}

struct Area: SharedModel {
    var areaID = 0
    var blockIDs: [Int] = []

    enum CodingKeys: String, CodingKey {
        case areaID = "areaId"
        case blockIDs = "blockIds"
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        areaID <- map["areaId"]
        blockIDs <- map["blockIds"]
    }
}
