import Foundation

@testable import NeatlineHTTP

/// Challenges keep within their limits, and are the same, octet for octet, when they are written and read again.
func fuzzChallenges(_ input: inout FuzzInput) {
    let fields = [input.piece(), input.piece(), input.rest()].map { String(octets: $0) }
    let challenges = ChallengeParser.challenges(in: fields)
    check(challenges.count <= ChallengeParser.challengeLimit, "\(challenges.count) challenges")
    var written: [String] = []
    for challenge in challenges {
        check(!challenge.scheme.isEmpty && challenge.scheme.utf8.allSatisfy(\.isTokenByte), "no scheme")
        check(challenge.parameters.count <= ChallengeParser.parameterLimit, "too many parameters")
        check(Set(challenge.parameters.map(\.name)).count == challenge.parameters.count, "one parameter twice")
        check(challenge.token == nil || challenge.parameters.isEmpty, "token and parameters")
        let parameters = challenge.parameters.map { parameter in
            let value = parameter.value.unicodeScalars.reduce(into: "") { text, scalar in
                if scalar == "\"" || scalar == "\\" { text += "\\" }
                text.unicodeScalars.append(scalar)
            }
            return "\(parameter.name)=\"\(value)\""
        }
        written.append("\(challenge.scheme) \(challenge.token ?? parameters.joined(separator: ", "))")
        guard let digest = DigestChallenge(challenge) else { continue }
        let message = DigestAnswer.Message(method: "GET", target: "/")
        let answer = DigestAnswer(
            to: digest, login: Login(user: "u", password: "p"), message: message, nonceCount: 1, clientNonce: "c")
        let sent = ChallengeParser.challenges(in: [answer?.value ?? ""]).first
        check(
            answer == nil
                || sent?["realm"] == digest.realm && sent?["nonce"] == digest.nonce
                    && sent?["opaque"] == digest.opaque,
            "another answer: \(answer?.value ?? "")")
    }
    check(ChallengeParser.challenges(in: [written.joined(separator: ", ")]) == challenges, "others: \(written)")
}
