import Neatline

// The models of `TimelineEntities.swift` with members by number, as the macro writes them.

extension Numbered {
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
            let members = map.members(3, Self.member)
            hashtags <- map[members, 0, "hashtags"]
            urls <- map[members, 1, "urls"]
            userMentions <- map[members, 2, "user_mentions"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 4:
                if name == "urls" { return 1 }
            case 8:
                if name == "hashtags" { return 0 }
            case 13:
                if name == "user_mentions" { return 2 }
            default: break
            }
            return -1
        }
    }

    struct Hashtag: SharedModel {
        var text = ""
        var indices: [Int] = []

        init?(map: Map) {}

        mutating func mapping(map: Map) {
            let members = map.members(2, Self.member)
            text <- map[members, 0, "text"]
            indices <- map[members, 1, "indices"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 4:
                if name == "text" { return 0 }
            case 7:
                if name == "indices" { return 1 }
            default: break
            }
            return -1
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
            let members = map.members(4, Self.member)
            url <- map[members, 0, "url"]
            expandedURL <- map[members, 1, "expanded_url"]
            displayURL <- map[members, 2, "display_url"]
            indices <- map[members, 3, "indices"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 3:
                if name == "url" { return 0 }
            case 7:
                if name == "indices" { return 3 }
            case 11:
                if name == "display_url" { return 2 }
            case 12:
                if name == "expanded_url" { return 1 }
            default: break
            }
            return -1
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
            let members = map.members(5, Self.member)
            screenName <- map[members, 0, "screen_name"]
            name <- map[members, 1, "name"]
            id <- map[members, 2, "id"]
            idText <- map[members, 3, "id_str"]
            indices <- map[members, 4, "indices"]
        }

        private static func member(_ name: borrowing MemberName) -> Int {
            switch name.count {
            case 2:
                if name == "id" { return 2 }
            case 4:
                if name == "name" { return 1 }
            case 6:
                if name == "id_str" { return 3 }
            case 7:
                if name == "indices" { return 4 }
            case 11:
                if name == "screen_name" { return 0 }
            default: break
            }
            return -1
        }
    }
}
