#if os(Linux)
import NeatlineTestSupport

/// What a client asks, one request after the other, and what a server does with each: all of it follows from a seed.
struct Conversation: Sendable {
    enum Ask: CaseIterable, Sendable {
        case get, head, options, post, put, largePut, chunks, expecting
    }

    enum Deed: CaseIterable, Sendable {
        // As it should be.
        case length, chunks, trailers, closing, interim, hints
        // As it should be, and more when the client has the whole answer.
        case lateAnswer, lateByte, lateInterim, lateHalf
        // More in the same piece.
        case doubled, doubledChunks, surplus, empty
        // Before the body was read.
        case early
        // Broken.
        case cut, reset, longLength, twoLengths, both, badChunk

        var isLate: Bool {
            switch self {
            case .lateAnswer, .lateByte, .lateInterim, .lateHalf: true
            default: false
            }
        }

        /// Whether the request must succeed, or must fail; `nil` if either may happen.
        var succeeds: Bool? {
            switch self {
            case .early, .both, .cut, .reset: nil
            case .longLength, .twoLengths, .badChunk: false
            default: true
            }
        }
    }

    struct Turn: Sendable {
        let path: String
        let ask: Ask
        let deed: Deed
        /// A number for what has an offset or a size.
        let number: Int

        /// What only the answer to this request contains.
        var token: String { "own" + path }

        var method: String {
            switch ask {
            case .get: "GET"
            case .head: "HEAD"
            case .options: "OPTIONS"
            case .post, .chunks, .expecting: "POST"
            case .put, .largePut: "PUT"
            }
        }

        /// The request's body.
        var body: String {
            switch ask {
            case .get, .head, .options: ""
            case .post, .put, .chunks, .expecting: token
            case .largePut: String(repeating: token, count: 20_000)
            }
        }
    }

    let turns: [Turn]

    init(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        turns = (0..<Int.random(in: 2...4, using: &random)).map { index in
            let ask = Ask.allCases[Int.random(in: 0..<Ask.allCases.count, using: &random)]
            let deed = Deed.allCases[Int.random(in: 0..<Deed.allCases.count, using: &random)]
            // Half of all turns are as they should be, so that connections are used again.
            return Turn(
                path: "/\(seed)/\(index)", ask: ask, deed: Bool.random(using: &random) ? deed : .length,
                number: Int.random(in: 0..<10_000, using: &random))
        }
    }

    /// The turn of a path.
    static func turn(at path: Substring) -> Turn? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let seed = Int(parts[0]), let index = Int(parts[1]) else { return nil }
        let turns = Conversation(seed: seed).turns
        return turns.indices.contains(index) ? turns[index] : nil
    }
}
#endif
