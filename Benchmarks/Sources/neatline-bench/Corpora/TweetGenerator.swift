/// A timeline: deep objects with many keys, short strings of several scripts, large integers.
struct TweetGenerator {
    private var random: SeededGenerator

    private init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// About as long as asked; `{"statuses":[...],"search_metadata":{...}}` without white space.
    static func document(bytes: Int, seed: UInt64 = 1) -> [UInt8] {
        var generator = TweetGenerator(seed: seed)
        var text = [UInt8]()
        text.reserveCapacity(bytes + 10_000)
        text += "{\"statuses\":[".utf8
        while text.count < bytes {
            text += generator.status(canBeRetweet: true).utf8
            text.append(UInt8(ascii: ","))
        }
        text.removeLast()
        text += "],\"search_metadata\":{\"completed_in\":0.087,\"max_id\":505874924095815681,\"count\":100}}".utf8
        return text
    }

    private mutating func status(canBeRetweet: Bool) -> String {
        let identifier = random.int(500_000_000_000_000_000...510_000_000_000_000_000)
        let original = canBeRetweet && random.once(in: 4) ? ",\"retweeted_status\":\(status(canBeRetweet: false))" : ""
        let reply = random.once(in: 5) ? "\(random.int(100_000...2_900_000_000))" : "null"
        return """
            {"metadata":{"result_type":"recent","iso_language_code":"\(random.pick(["ja", "en", "es", "ru"]))"},\
            "created_at":"\(Prose.date(using: &random))","id":\(identifier),"id_str":"\(identifier)",\
            "text":"\(Prose.post(using: &random))",\
            "source":"<a href=\\"http:\\/\\/example.org\\/client\\" rel=\\"nofollow\\">client<\\/a>",\
            "truncated":false,"in_reply_to_user_id":\(reply),"user":\(user()),"geo":null,"coordinates":null,\
            "place":null,"contributors":null\(original),"retweet_count":\(random.int(0...5_000)),\
            "favorite_count":\(random.int(0...900)),"entities":\(entities()),"favorited":false,"retweeted":false,\
            "lang":"\(random.pick(["ja", "en", "es", "ru"]))"}
            """
    }

    private mutating func user() -> String {
        let identifier = random.int(100_000...2_900_000_000)
        let name = Prose.token(random.int(5...14), using: &random)
        return """
            {"id":\(identifier),"id_str":"\(identifier)","name":"\(Prose.phrase(1...3, using: &random))",\
            "screen_name":"\(name)","location":"","description":"\(Prose.post(using: &random))","url":null,\
            "entities":{"description":{"urls":[]}},"protected":false,"followers_count":\(random.int(0...90_000)),\
            "friends_count":\(random.int(0...3_000)),"listed_count":\(random.int(0...200)),\
            "created_at":"\(Prose.date(using: &random))","favourites_count":\(random.int(0...20_000)),\
            "utc_offset":\(random.pick(["null", "32400", "-18000"])),"time_zone":null,"geo_enabled":false,\
            "verified":false,"statuses_count":\(random.int(0...100_000)),"lang":"en","is_translator":false,\
            "profile_background_color":"C0DEED","profile_image_url":\
            "http:\\/\\/img.example.org\\/profile_images\\/\(random.int(1...9_999_999))\\/\(name)_normal.jpeg",\
            "profile_link_color":"0084B4","profile_use_background_image":true,"default_profile":true,\
            "following":false,"follow_request_sent":false,"notifications":false}
            """
    }

    private mutating func entities() -> String {
        let tags = (0..<random.int(0...2)).map { _ in
            "{\"text\":\"\(random.pick(Prose.japanese))\",\"indices\":[\(random.int(0...60)),\(random.int(61...139))]}"
        }
        let mentions = (0..<random.int(0...2)).map { _ in
            let identifier = random.int(100_000...2_900_000_000)
            return """
                {"screen_name":"\(Prose.token(9, using: &random))","id":\(identifier),"id_str":"\(identifier)",\
                "indices":[\(random.int(0...60)),\(random.int(61...139))]}
                """
        }
        return """
            {"hashtags":[\(tags.joined(separator: ","))],"symbols":[],"urls":[],\
            "user_mentions":[\(mentions.joined(separator: ","))]}
            """
    }
}
