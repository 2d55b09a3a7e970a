/// One member of one element of a large array changed, in a document that is parsed already: the first change of all,
/// for which the levels on the way get storage of their own, and changes of other elements after it.
enum ChangeTask: BenchmarkTask {
    static let name = "change"

    static func run(in session: Session) throws {
        let size = session.arguments.isQuick ? 1_000_000 : 10_000_000
        let subjects = [
            ChangeSubject(
                name: "tweets", text: TweetGenerator.document(bytes: size), array: "statuses", member: "text"),
            ChangeSubject(name: "points", text: points(bytes: size), array: "points", member: "height"),
        ]
        for subject in subjects {
            try session.race(
                task: name, corpus: "\(subject.name)-first", bytes: subject.text.count,
                [
                    try ChangeNeatline.firstPeer(subject),
                    try ChangeJSONSerialization.firstPeer(subject),
                ]
            )
            try session.race(
                task: name, corpus: "\(subject.name)-later", bytes: subject.text.count,
                operations: ChangeSubject.laterChanges,
                [
                    try ChangeNeatline.laterPeer(subject),
                    try ChangeJSONSerialization.laterPeer(subject),
                ]
            )
        }
    }

    /// Many small objects: `{"points":[{"id":0,"height":2362},...]}`.
    private static func points(bytes: Int) -> [UInt8] {
        var text = Array(#"{"points":["#.utf8)
        var number = 0
        while text.count < bytes {
            text += "\(number == 0 ? "" : ",")\n{\"id\":\(number),\"height\":\(number % 4_000)}".utf8
            number += 1
        }
        text += "]}".utf8
        return text
    }
}

/// What is changed where.
struct ChangeSubject {
    let name: String
    let text: [UInt8]
    /// The root's member that is a large array.
    let array: String
    /// The member of its elements that is changed.
    let member: String

    /// How many changes follow the first in one repetition, each of another element.
    static let laterChanges = 100

    /// What is written into element `index`.
    static func value(_ index: Int) -> String { "changed \(index)" }

    /// The elements that are changed, far apart from each other.
    func indices(of count: Int) -> [Int] {
        (0..<ChangeSubject.laterChanges).map { $0 * 7_919 % count }
    }
}
