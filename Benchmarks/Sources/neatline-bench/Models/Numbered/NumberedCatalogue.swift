import Neatline

// The models of `Catalogue.swift` with members by number, as the macro writes them.

extension Numbered {
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
            let members = map.members(11, Self.member)
            areaNames <- map[members, 0, "areaNames"]
            audienceSubCategoryNames <- map[members, 1, "audienceSubCategoryNames"]
            blockNames <- map[members, 2, "blockNames"]
            events <- map[members, 3, "events"]
            performances <- map[members, 4, "performances"]
            seatCategoryNames <- map[members, 5, "seatCategoryNames"]
            subTopicNames <- map[members, 6, "subTopicNames"]
            subjectNames <- map[members, 7, "subjectNames"]
            topicNames <- map[members, 8, "topicNames"]
            topicSubTopics <- map[members, 9, "topicSubTopics"]
            venueNames <- map[members, 10, "venueNames"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 6:
                if name == "events" { return 3 }
            case 9:
                if name == "areaNames" { return 0 }
            case 10:
                if name == "blockNames" { return 2 }
                if name == "topicNames" { return 8 }
                if name == "venueNames" { return 10 }
            case 12:
                if name == "performances" { return 4 }
                if name == "subjectNames" { return 7 }
            case 13:
                if name == "subTopicNames" { return 6 }
            case 14:
                if name == "topicSubTopics" { return 9 }
            case 17:
                if name == "seatCategoryNames" { return 5 }
            case 24:
                if name == "audienceSubCategoryNames" { return 1 }
            default: break
            }
            return -1
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
            let members = map.members(8, Self.member)
            text <- map[members, 0, "description"]
            id <- map[members, 1, "id"]
            logo <- map[members, 2, "logo"]
            name <- map[members, 3, "name"]
            subTopicIDs <- map[members, 4, "subTopicIds"]
            subjectCode <- map[members, 5, "subjectCode"]
            subtitle <- map[members, 6, "subtitle"]
            topicIDs <- map[members, 7, "topicIds"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 1 }
            case 4:
                if name == "logo" { return 2 }
                if name == "name" { return 3 }
            case 8:
                if name == "subtitle" { return 6 }
                if name == "topicIds" { return 7 }
            case 11:
                if name == "description" { return 0 }
                if name == "subTopicIds" { return 4 }
                if name == "subjectCode" { return 5 }
            default: break
            }
            return -1
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
            let members = map.members(9, Self.member)
            eventID <- map[members, 0, "eventId"]
            id <- map[members, 1, "id"]
            logo <- map[members, 2, "logo"]
            name <- map[members, 3, "name"]
            prices <- map[members, 4, "prices"]
            seatCategories <- map[members, 5, "seatCategories"]
            seatMapImage <- map[members, 6, "seatMapImage"]
            start <- map[members, 7, "start"]
            venueCode <- map[members, 8, "venueCode"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 1 }
            case 4:
                if name == "logo" { return 2 }
                if name == "name" { return 3 }
            case 5:
                if name == "start" { return 7 }
            case 6:
                if name == "prices" { return 4 }
            case 7:
                if name == "eventId" { return 0 }
            case 9:
                if name == "venueCode" { return 8 }
            case 12:
                if name == "seatMapImage" { return 6 }
            case 14:
                if name == "seatCategories" { return 5 }
            default: break
            }
            return -1
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
            let members = map.members(3, Self.member)
            amount <- map[members, 0, "amount"]
            audienceSubCategoryID <- map[members, 1, "audienceSubCategoryId"]
            seatCategoryID <- map[members, 2, "seatCategoryId"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 6:
                if name == "amount" { return 0 }
            case 14:
                if name == "seatCategoryId" { return 2 }
            case 21:
                if name == "audienceSubCategoryId" { return 1 }
            default: break
            }
            return -1
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
            let members = map.members(2, Self.member)
            areas <- map[members, 0, "areas"]
            seatCategoryID <- map[members, 1, "seatCategoryId"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 5:
                if name == "areas" { return 0 }
            case 14:
                if name == "seatCategoryId" { return 1 }
            default: break
            }
            return -1
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
            let members = map.members(2, Self.member)
            areaID <- map[members, 0, "areaId"]
            blockIDs <- map[members, 1, "blockIds"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 6:
                if name == "areaId" { return 0 }
            case 8:
                if name == "blockIds" { return 1 }
            default: break
            }
            return -1
        }
    }
}
