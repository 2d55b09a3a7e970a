import Neatline
import NeatlineMacros

// The models of `Catalogue.swift`, by macro.

extension ByMacro {
    /// What is read of `citm_catalog`, and of the generated `catalogue`, which lacks some of the lists of names.
    @Mappable
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
    }

    @Mappable
    struct Event: SharedModel {
        @Key("description") var text: String?
        var id = 0
        var logo: String?
        var name = ""
        @Key("subTopicIds") var subTopicIDs: [Int] = []
        var subjectCode: String?
        var subtitle: String?
        @Key("topicIds") var topicIDs: [Int] = []

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
    }

    @Mappable
    struct Performance: SharedModel {
        @Key("eventId") var eventID = 0
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
    }

    @Mappable
    struct Price: SharedModel {
        var amount = 0
        @Key("audienceSubCategoryId") var audienceSubCategoryID = 0
        @Key("seatCategoryId") var seatCategoryID = 0

        enum CodingKeys: String, CodingKey {
            case amount
            case audienceSubCategoryID = "audienceSubCategoryId"
            case seatCategoryID = "seatCategoryId"
        }
    }

    @Mappable
    struct SeatCategory: SharedModel {
        var areas: [Area] = []
        @Key("seatCategoryId") var seatCategoryID = 0

        enum CodingKeys: String, CodingKey {
            case areas
            case seatCategoryID = "seatCategoryId"
        }
    }

    @Mappable
    struct Area: SharedModel {
        @Key("areaId") var areaID = 0
        @Key("blockIds") var blockIDs: [Int] = []

        enum CodingKeys: String, CodingKey {
            case areaID = "areaId"
            case blockIDs = "blockIds"
        }
    }
}
