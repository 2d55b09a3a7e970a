import Neatline

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
        id <- map["id"]
        idText <- map["id_str"]
        name <- map["name"]
        screenName <- map["screen_name"]
        location <- map["location"]
        text <- map["description"]
        url <- map["url"]
        isProtected <- map["protected"]
        followersCount <- map["followers_count"]
        friendsCount <- map["friends_count"]
        listedCount <- map["listed_count"]
        createdAt <- map["created_at"]
        favouritesCount <- map["favourites_count"]
        secondsFromGMT <- map["utc_offset"]
        timeZone <- map["time_zone"]
        isGeoEnabled <- map["geo_enabled"]
        isVerified <- map["verified"]
        statusesCount <- map["statuses_count"]
        language <- map["lang"]
        isTranslator <- map["is_translator"]
        backgroundColor <- map["profile_background_color"]
        imageURL <- map["profile_image_url"]
        bannerURL <- map["profile_banner_url"]
        linkColor <- map["profile_link_color"]
        usesBackgroundImage <- map["profile_use_background_image"]
        hasDefaultProfile <- map["default_profile"]
        isFollowing <- map["following"]
    }
}
