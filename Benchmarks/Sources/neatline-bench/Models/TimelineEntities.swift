import Neatline

/// What was recognised in a tweet's text.
struct Entities: SharedModel {
    var hashtags: [Hashtag] = []
    var urls: [Link] = []
    var userMentions: [UserMention] = []

    enum CodingKeys: String, CodingKey {
        case hashtags
        case urls
        case userMentions = "user_mentions"
    }

    init() {}

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        hashtags <- map["hashtags"]
        urls <- map["urls"]
        userMentions <- map["user_mentions"]
    }
}

struct Hashtag: SharedModel {
    var text = ""
    var indices: [Int] = []

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        text <- map["text"]
        indices <- map["indices"]
    }
}

struct Link: SharedModel {
    var url = ""
    var expandedURL = ""
    var displayURL = ""
    var indices: [Int] = []

    enum CodingKeys: String, CodingKey {
        case url
        case expandedURL = "expanded_url"
        case displayURL = "display_url"
        case indices
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        url <- map["url"]
        expandedURL <- map["expanded_url"]
        displayURL <- map["display_url"]
        indices <- map["indices"]
    }
}

struct UserMention: SharedModel {
    var screenName = ""
    var name: String?
    var id: Int64 = 0
    var idText = ""
    var indices: [Int] = []

    enum CodingKeys: String, CodingKey {
        case screenName = "screen_name"
        case name
        case id
        case idText = "id_str"
        case indices
    }

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        screenName <- map["screen_name"]
        name <- map["name"]
        id <- map["id"]
        idText <- map["id_str"]
        indices <- map["indices"]
    }
}
