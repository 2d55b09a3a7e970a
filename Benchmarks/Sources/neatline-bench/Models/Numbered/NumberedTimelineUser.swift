import Neatline

// The models of `TimelineUser.swift` with members by number, as the macro writes them.

extension Numbered {
    /// The author of a tweet.
    struct User: SharedModel {
        var id: Int64 = 0
        var idText = ""
        var name = ""
        var screenName = ""
        var location = ""
        var text = ""
        var url: String?
        var isProtected = false
        var followersCount = 0
        var friendsCount = 0
        var listedCount = 0
        var createdAt = ""
        var favouritesCount = 0
        var secondsFromGMT: Int?
        var timeZone: String?
        var isGeoEnabled = false
        var isVerified = false
        var statusesCount = 0
        var language = ""
        var isTranslator = false
        var backgroundColor = ""
        var imageURL = ""
        var bannerURL: String?
        var linkColor = ""
        var usesBackgroundImage = false
        var hasDefaultProfile = false
        var isFollowing = false

        enum CodingKeys: String, CodingKey {
            case id
            case idText = "id_str"
            case name
            case screenName = "screen_name"
            case location
            case text = "description"
            case url
            case isProtected = "protected"
            case followersCount = "followers_count"
            case friendsCount = "friends_count"
            case listedCount = "listed_count"
            case createdAt = "created_at"
            case favouritesCount = "favourites_count"
            case secondsFromGMT = "utc_offset"
            case timeZone = "time_zone"
            case isGeoEnabled = "geo_enabled"
            case isVerified = "verified"
            case statusesCount = "statuses_count"
            case language = "lang"
            case isTranslator = "is_translator"
            case backgroundColor = "profile_background_color"
            case imageURL = "profile_image_url"
            case bannerURL = "profile_banner_url"
            case linkColor = "profile_link_color"
            case usesBackgroundImage = "profile_use_background_image"
            case hasDefaultProfile = "default_profile"
            case isFollowing = "following"
        }

        init() {}

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(27, Self.member)
            id <- map[members, 0, "id"]
            idText <- map[members, 1, "id_str"]
            name <- map[members, 2, "name"]
            screenName <- map[members, 3, "screen_name"]
            location <- map[members, 4, "location"]
            text <- map[members, 5, "description"]
            url <- map[members, 6, "url"]
            isProtected <- map[members, 7, "protected"]
            followersCount <- map[members, 8, "followers_count"]
            friendsCount <- map[members, 9, "friends_count"]
            listedCount <- map[members, 10, "listed_count"]
            createdAt <- map[members, 11, "created_at"]
            favouritesCount <- map[members, 12, "favourites_count"]
            secondsFromGMT <- map[members, 13, "utc_offset"]
            timeZone <- map[members, 14, "time_zone"]
            isGeoEnabled <- map[members, 15, "geo_enabled"]
            isVerified <- map[members, 16, "verified"]
            statusesCount <- map[members, 17, "statuses_count"]
            language <- map[members, 18, "lang"]
            isTranslator <- map[members, 19, "is_translator"]
            backgroundColor <- map[members, 20, "profile_background_color"]
            imageURL <- map[members, 21, "profile_image_url"]
            bannerURL <- map[members, 22, "profile_banner_url"]
            linkColor <- map[members, 23, "profile_link_color"]
            usesBackgroundImage <- map[members, 24, "profile_use_background_image"]
            hasDefaultProfile <- map[members, 25, "default_profile"]
            isFollowing <- map[members, 26, "following"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 0 }
            case 3:
                if name == "url" { return 6 }
            case 4:
                if name == "name" { return 2 }
                if name == "lang" { return 18 }
            case 6:
                if name == "id_str" { return 1 }
            case 8:
                if name == "location" { return 4 }
                if name == "verified" { return 16 }
            case 9:
                if name == "protected" { return 7 }
                if name == "time_zone" { return 14 }
                if name == "following" { return 26 }
            case 10:
                if name == "created_at" { return 11 }
                if name == "utc_offset" { return 13 }
            case 11:
                if name == "screen_name" { return 3 }
                if name == "description" { return 5 }
                if name == "geo_enabled" { return 15 }
            case 12:
                if name == "listed_count" { return 10 }
            case 13:
                if name == "friends_count" { return 9 }
                if name == "is_translator" { return 19 }
            case 14:
                if name == "statuses_count" { return 17 }
            case 15:
                if name == "followers_count" { return 8 }
                if name == "default_profile" { return 25 }
            case 16:
                if name == "favourites_count" { return 12 }
            case 17:
                if name == "profile_image_url" { return 21 }
            case 18:
                if name == "profile_banner_url" { return 22 }
                if name == "profile_link_color" { return 23 }
            case 24:
                if name == "profile_background_color" { return 20 }
            case 28:
                if name == "profile_use_background_image" { return 24 }
            default: break
            }
            return -1
        }
    }
}
