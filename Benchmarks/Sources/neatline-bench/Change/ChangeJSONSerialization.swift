import Foundation

/// Foundation's containers, taken out, changed and put back.
enum ChangeJSONSerialization {
    static func firstPeer(_ subject: ChangeSubject) throws -> Peer {
        let (parsed, count) = try parse(subject)
        let index = count / 2
        /// Each call begins with the value as it was parsed.
        func change() throws -> [String: Any] {
            var object = parsed
            try write(into: &object, [index], subject)
            return object
        }
        return Peer(name: Peer.jsonSerialization) {
            let object = try change()
            return mismatch(object, subject, [index])
        } repetition: {
            try change().count
        }
    }

    static func laterPeer(_ subject: ChangeSubject) throws -> Peer {
        let (parsed, count) = try parse(subject)
        let indices = subject.indices(of: count)
        var object = parsed
        return Peer(name: Peer.jsonSerialization) {
            try write(into: &object, indices, subject)
            return mismatch(object, subject, indices)
        } repetition: {
            try write(into: &object, indices, subject)
            return object.count
        }
    }

    private static func parse(_ subject: ChangeSubject) throws -> (object: [String: Any], count: Int) {
        guard let object = try ParseJSONSerialization.object(from: Data(subject.text)) as? [String: Any],
            let elements = object[subject.array] as? [Any]
        else {
            throw PeerFailure.unexpectedShape
        }
        return (object, elements.count)
    }

    /// The array is taken out once, and put back after the last change: otherwise each change would copy it.
    private static func write(into object: inout [String: Any], _ indices: [Int], _ subject: ChangeSubject) throws {
        guard var elements = object.removeValue(forKey: subject.array) as? [Any] else {
            throw PeerFailure.unexpectedShape
        }
        for index in indices {
            guard var element = elements[index] as? [String: Any] else { throw PeerFailure.unexpectedShape }
            element[subject.member] = ChangeSubject.value(index)
            elements[index] = element
        }
        object[subject.array] = elements
    }

    private static func mismatch(_ object: [String: Any], _ subject: ChangeSubject, _ indices: [Int]) -> String? {
        guard let elements = object[subject.array] as? [Any] else { return "no array" }
        for index in indices {
            let element = elements[index] as? [String: Any]
            if element?[subject.member] as? String != ChangeSubject.value(index) {
                return "element \(index) is as it was"
            }
        }
        return nil
    }
}
