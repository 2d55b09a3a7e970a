import NeatlineJSON

/// Our own row: assignments through subscripts.
enum ChangeNeatline {
    static func firstPeer(_ subject: ChangeSubject) throws -> Peer {
        let parsed = try JSON(parsing: subject.text)
        let count = parsed[subject.array].count
        let index = count / 2
        /// Each call begins with the value as it was parsed.
        func change() -> JSON {
            var json = parsed
            json[subject.array][index][subject.member].string = ChangeSubject.value(index)
            return json
        }
        return Peer(name: Peer.neatline) {
            mismatch(change(), parsed, subject, changed: [index])
        } repetition: {
            change().count
        }
    }

    static func laterPeer(_ subject: ChangeSubject) throws -> Peer {
        let parsed = try JSON(parsing: subject.text)
        let indices = subject.indices(of: parsed[subject.array].count)
        var json = parsed
        json[subject.array][1][subject.member] = "the first change"
        /// Elements that were changed before are put back first, so that each change is the first one of its element;
        /// that is timed too.
        func change() {
            for index in indices {
                json[subject.array][index] = parsed[subject.array][index]
                json[subject.array][index][subject.member].string = ChangeSubject.value(index)
            }
        }
        return Peer(name: Peer.neatline) {
            change()
            return mismatch(json, parsed, subject, changed: indices + [1])
        } repetition: {
            change()
            return json.count
        }
    }

    /// Whether `json` is `parsed` but for the elements that were changed.
    private static func mismatch(
        _ json: JSON, _ parsed: JSON, _ subject: ChangeSubject, changed: [Int]
    ) -> String? {
        let changed = Set(changed)
        for (index, element) in json[subject.array].arrayValue.enumerated() {
            var expected = parsed[subject.array][index]
            if changed.contains(index) {
                guard element != expected else { return "element \(index) is as it was" }
                expected[subject.member] = element[subject.member]
            }
            if element != expected { return "element \(index) became \(element)" }
        }
        return nil
    }
}
