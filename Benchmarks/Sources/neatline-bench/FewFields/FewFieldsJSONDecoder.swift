import Foundation

/// A struct that declares the wanted fields and nothing else.
enum FewFieldsJSONDecoder {
    private struct Timeline: Decodable {
        let statuses: [Status]
    }

    private struct Status: Decodable {
        let user: User
    }

    private struct User: Decodable {
        let followers: Int

        enum CodingKeys: String, CodingKey {
            case followers = "followers_count"
        }
    }

    static func peer(_ corpus: Corpus, _ reference: Int) -> Peer {
        let text = Data(corpus.bytes)
        let decoder = JSONDecoder()
        return FewFieldsTask.peer(Peer.jsonDecoder, reference) {
            try decoder.decode(Timeline.self, from: text).statuses.reduce(0) { $0 + $1.user.followers }
        }
    }
}
