import Neatline

/// What is read of `twitter`, and of the generated `tweets`.
struct Timeline: SharedModel {
    var statuses: [Tweet] = []

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        statuses <- map["statuses"]
    }
}

struct Tweet: SharedModel {
    var createdAt = ""
    var id: Int64 = 0
    var idText = ""
    var text = ""
    var source = ""
    var isTruncated = false
    var repliedStatusID: Int64?
    var repliedStatusIDText: String?
    var repliedUserID: Int64?
    var repliedUserIDText: String?
    var repliedScreenName: String?
    var user = User()
    var retweetedStatus: RetweetedStatus?
    var retweetCount = 0
    var favoriteCount = 0
    var entities = Entities()
    var isFavorited = false
    var isRetweeted = false
    var isPossiblySensitive: Bool?
    var language = ""

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

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        createdAt <- map["created_at"]
        id <- map["id"]
        idText <- map["id_str"]
        text <- map["text"]
        source <- map["source"]
        isTruncated <- map["truncated"]
        repliedStatusID <- map["in_reply_to_status_id"]
        repliedStatusIDText <- map["in_reply_to_status_id_str"]
        repliedUserID <- map["in_reply_to_user_id"]
        repliedUserIDText <- map["in_reply_to_user_id_str"]
        repliedScreenName <- map["in_reply_to_screen_name"]
        user <- map["user"]
        retweetedStatus <- map["retweeted_status"]
        retweetCount <- map["retweet_count"]
        favoriteCount <- map["favorite_count"]
        entities <- map["entities"]
        isFavorited <- map["favorited"]
        isRetweeted <- map["retweeted"]
        isPossiblySensitive <- map["possibly_sensitive"]
        language <- map["lang"]
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
