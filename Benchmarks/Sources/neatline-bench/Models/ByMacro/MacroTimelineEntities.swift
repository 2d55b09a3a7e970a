import Neatline
import NeatlineMacros

// The models of `TimelineEntities.swift`, by macro.

extension ByMacro {
    /// What was recognised in a tweet's text.
    @Mappable
    struct Entities: SharedModel {
        var hashtags: [Hashtag] = []
        var urls: [Link] = []
        @Key("user_mentions") var userMentions: [UserMention] = []

        enum CodingKeys: String, CodingKey {
            case hashtags
            case urls
            case userMentions = "user_mentions"
        }

        init() {}
    }

    @Mappable
    struct Hashtag: SharedModel {
        var text = ""
        var indices: [Int] = []
    }

    @Mappable
    struct Link: SharedModel {
        var url = ""
        @Key("expanded_url") var expandedURL = ""
        @Key("display_url") var displayURL = ""
        var indices: [Int] = []

        enum CodingKeys: String, CodingKey {
            case url
            case expandedURL = "expanded_url"
            case displayURL = "display_url"
            case indices
        }
    }

    @Mappable
    struct UserMention: SharedModel {
        @Key("screen_name") var screenName = ""
        var name: String?
        var id: Int64 = 0
        @Key("id_str") var idText = ""
        var indices: [Int] = []

        enum CodingKeys: String, CodingKey {
            case screenName = "screen_name"
            case name
            case id
            case idText = "id_str"
            case indices
        }
    }
}
