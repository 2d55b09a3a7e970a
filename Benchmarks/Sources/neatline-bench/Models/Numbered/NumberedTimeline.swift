import Neatline

// The models of `Timeline.swift` with members by number, as the macro writes them.

extension Numbered {
    /// What is read of `twitter`, and of the generated `tweets`.
    struct Timeline: SharedModel {
        var statuses: [Tweet] = []

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(1, Self.member)
            statuses <- map[members, 0, "statuses"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 8:
                if name == "statuses" { return 0 }
            default: break
            }
            return -1
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
            let members = map.members(20, Self.member)
            createdAt <- map[members, 0, "created_at"]
            id <- map[members, 1, "id"]
            idText <- map[members, 2, "id_str"]
            text <- map[members, 3, "text"]
            source <- map[members, 4, "source"]
            isTruncated <- map[members, 5, "truncated"]
            repliedStatusID <- map[members, 6, "in_reply_to_status_id"]
            repliedStatusIDText <- map[members, 7, "in_reply_to_status_id_str"]
            repliedUserID <- map[members, 8, "in_reply_to_user_id"]
            repliedUserIDText <- map[members, 9, "in_reply_to_user_id_str"]
            repliedScreenName <- map[members, 10, "in_reply_to_screen_name"]
            user <- map[members, 11, "user"]
            retweetedStatus <- map[members, 12, "retweeted_status"]
            retweetCount <- map[members, 13, "retweet_count"]
            favoriteCount <- map[members, 14, "favorite_count"]
            entities <- map[members, 15, "entities"]
            isFavorited <- map[members, 16, "favorited"]
            isRetweeted <- map[members, 17, "retweeted"]
            isPossiblySensitive <- map[members, 18, "possibly_sensitive"]
            language <- map[members, 19, "lang"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 1 }
            case 4:
                if name == "text" { return 3 }
                if name == "user" { return 11 }
                if name == "lang" { return 19 }
            case 6:
                if name == "id_str" { return 2 }
                if name == "source" { return 4 }
            case 8:
                if name == "entities" { return 15 }
            case 9:
                if name == "truncated" { return 5 }
                if name == "favorited" { return 16 }
                if name == "retweeted" { return 17 }
            case 10:
                if name == "created_at" { return 0 }
            case 13:
                if name == "retweet_count" { return 13 }
            case 14:
                if name == "favorite_count" { return 14 }
            case 16:
                if name == "retweeted_status" { return 12 }
            case 18:
                if name == "possibly_sensitive" { return 18 }
            case 19:
                if name == "in_reply_to_user_id" { return 8 }
            case 21:
                if name == "in_reply_to_status_id" { return 6 }
            case 23:
                if name == "in_reply_to_user_id_str" { return 9 }
                if name == "in_reply_to_screen_name" { return 10 }
            case 25:
                if name == "in_reply_to_status_id_str" { return 7 }
            default: break
            }
            return -1
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
