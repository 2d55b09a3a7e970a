// The model layer of a news reader. 2019: Swift 5, SwiftyJSON 5.

import SwiftyJSON

protocol JSONDecodable {
    init(json: JSON) throws
}

enum ParsingError: Error {
    case missing(String)
}

struct Source: JSONDecodable {
    let id: String?
    let name: String

    init(json: JSON) throws {
        guard let name = json["name"].string else { throw ParsingError.missing("name") }
        self.id = json["id"].string
        self.name = name
    }
}

struct Article: JSONDecodable {
    static let formatter: DateFormatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssZ"
        return formatter
    }()

    let source: Source
    let title: String
    let authors: [String]
    let link: URL?
    let publishedAt: Date?
    let wordCount: Int
    let tags: Set<String>

    init(json: JSON) throws {
        source = try Source(json: json["source"])
        guard json["title"].exists(), json["title"].type == .string else { throw ParsingError.missing("title") }
        title = json["title"].stringValue
        if let list = json["author"].array {
            authors = list.compactMap { $0.string }
        } else {
            authors = json["author"].stringValue.components(separatedBy: ", ").filter { !$0.isEmpty }
        }
        link = json["url"].url
        publishedAt = json["publishedAt"].string.flatMap(Article.formatter.date(from:))
        wordCount = json["words"].intValue
        tags = Set(json["meta", "tags"].arrayValue.map { $0.stringValue.lowercased() })
    }
}

extension JSON {
    func decode<T: JSONDecodable>(_ type: T.Type, at path: [JSONSubscriptType]) -> [T] {
        return self[path].arrayValue.compactMap {
            do {
                return try T(json: $0)
            } catch ParsingError.missing(let key) {
                print("skipped: no \(key) in \($0.rawString(.utf8, options: [.sortedKeys]) ?? "?")")
                return nil
            } catch {
                return nil
            }
        }
    }
}

final class ReadingList {
    private(set) var json: JSON

    init(data: Data) {
        json = (try? JSON(data: data)) ?? JSON(["read": []])
    }

    func markAsRead(_ article: Article, rating: Int? = nil) {
        var entry = JSON(["title": article.title])
        entry["rating"].int = rating
        if let date = article.publishedAt {
            entry["at"] = JSON(date.timeIntervalSince1970)
        }
        json["read"].arrayObject?.append(entry.object)
        json["count"].int = json["read"].count
    }

    func save() throws -> Data {
        return try json.rawData(options: [.sortedKeys])
    }
}

let text = """
    {"status": "ok", "articles": [
        {"source": {"id": null, "name": "Alpine Post"}, "title": "Snow in June", "author": "Lena Keller, Jo Frei",
         "url": "https://news.example.com/snow?lang=en", "publishedAt": "2019-06-01T06:30:00+0000", "words": "412",
         "meta": {"tags": ["Weather", "ALPS", "alps"]}},
        {"source": {"id": "wire"}, "title": "Nameless"},
        {"source": {"name": "Wire"}, "title": 7},
        {"source": {"id": "wire", "name": "Wire"}, "title": "Late train", "author": ["Kim"], "publishedAt": "yesterday", "words": 90}
    ]}
    """
let articles = JSON(parseJSON: text).decode(Article.self, at: ["articles"])
for article in articles {
    print(
        article.source.name, article.title, article.authors, article.link?.host ?? "-", article.wordCount,
        article.tags.sorted())
}
let list = ReadingList(data: Data("{".utf8))
list.markAsRead(articles[0], rating: 5)
list.markAsRead(articles[1])
if let data = try? list.save() {
    print(String(data: data, encoding: .utf8)!)
}
