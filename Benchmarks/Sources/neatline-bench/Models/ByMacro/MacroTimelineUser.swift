import Neatline
import NeatlineMacros

// The models of `TimelineUser.swift`, by macro.

extension ByMacro {
    /// The author of a tweet.
    @Mappable
    struct User: SharedModel {
        var id: Int64 = 0
        @Key("id_str") var idText = ""
        var name = ""
        @Key("screen_name") var screenName = ""
        var location = ""
        @Key("description") var text = ""
        var url: String?
        @Key("protected") var isProtected = false
        @Key("followers_count") var followersCount = 0
        @Key("friends_count") var friendsCount = 0
        @Key("listed_count") var listedCount = 0
        @Key("created_at") var createdAt = ""
        @Key("favourites_count") var favouritesCount = 0
        @Key("utc_offset") var secondsFromGMT: Int?
        @Key("time_zone") var timeZone: String?
        @Key("geo_enabled") var isGeoEnabled = false
        @Key("verified") var isVerified = false
        @Key("statuses_count") var statusesCount = 0
        @Key("lang") var language = ""
        @Key("is_translator") var isTranslator = false
        @Key("profile_background_color") var backgroundColor = ""
        @Key("profile_image_url") var imageURL = ""
        @Key("profile_banner_url") var bannerURL: String?
        @Key("profile_link_color") var linkColor = ""
        @Key("profile_use_background_image") var usesBackgroundImage = false
        @Key("default_profile") var hasDefaultProfile = false
        @Key("following") var isFollowing = false

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
    }
}
