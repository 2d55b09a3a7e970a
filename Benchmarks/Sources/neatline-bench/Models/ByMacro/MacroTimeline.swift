import Neatline
import NeatlineMacros

// The models of `Timeline.swift`, by macro.

extension ByMacro {
    /// What is read of `twitter`, and of the generated `tweets`.
    @Mappable
    struct Timeline: SharedModel {
        var statuses: [Tweet] = []
    }

    @Mappable
    struct Tweet: SharedModel {
        @Key("created_at") var createdAt = ""
        var id: Int64 = 0
        @Key("id_str") var idText = ""
        var text = ""
        var source = ""
        @Key("truncated") var isTruncated = false
        @Key("in_reply_to_status_id") var repliedStatusID: Int64?
        @Key("in_reply_to_status_id_str") var repliedStatusIDText: String?
        @Key("in_reply_to_user_id") var repliedUserID: Int64?
        @Key("in_reply_to_user_id_str") var repliedUserIDText: String?
        @Key("in_reply_to_screen_name") var repliedScreenName: String?
        var user = User()
        @Key("retweeted_status") var retweetedStatus: RetweetedStatus?
        @Key("retweet_count") var retweetCount = 0
        @Key("favorite_count") var favoriteCount = 0
        var entities = Entities()
        @Key("favorited") var isFavorited = false
        @Key("retweeted") var isRetweeted = false
        @Key("possibly_sensitive") var isPossiblySensitive: Bool?
        @Key("lang") var language = ""

        enum CodingKeys: String, CodingKey {
            case createdAt = "created_at"
            case id
            case idText = "id_str"
            case text
            case source
            case isTruncated = "truncated"
            case repliedStatusID = "in_reply_to_status_id"
            case repliedStatusIDText = "in_reply_to_status_id_str"
            case repliedUserID = "in_reply_to_user_id"
            case repliedUserIDText = "in_reply_to_user_id_str"
            case repliedScreenName = "in_reply_to_screen_name"
            case user
            case retweetedStatus = "retweeted_status"
            case retweetCount = "retweet_count"
            case favoriteCount = "favorite_count"
            case entities
            case isFavorited = "favorited"
            case isRetweeted = "retweeted"
            case isPossiblySensitive = "possibly_sensitive"
            case language = "lang"
        }
    }

    /// A tweet inside of a tweet. It is a class because a struct cannot contain itself.
    final class RetweetedStatus: SharedModel {
        private var tweet: Tweet

        static func == (left: RetweetedStatus, right: RetweetedStatus) -> Bool {
            left.tweet == right.tweet
        }

        init?(map: Map) {
            guard let tweet = Tweet(map: map) else {
                return nil
            }
            self.tweet = tweet
        }

        func mapping(map: Map) {
            tweet.mapping(map: map)
        }

        init(from decoder: any Decoder) throws {
            tweet = try Tweet(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try tweet.encode(to: encoder)
        }
    }
}
