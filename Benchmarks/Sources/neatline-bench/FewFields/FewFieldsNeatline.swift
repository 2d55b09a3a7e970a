import NeatlineJSON

/// Our own row: subscripts.
enum FewFieldsNeatline {
    static func peer(_ corpus: Corpus, _ reference: Int) -> Peer {
        let text = corpus.bytes
        return FewFieldsTask.peer(Peer.neatline, reference) {
            var sum = 0
            if let statuses = try JSON(parsing: text)["statuses"].elements {
                for status in statuses {
                    sum += status["user"]["followers_count"].intValue
                }
            }
            return sum
        }
    }
}
