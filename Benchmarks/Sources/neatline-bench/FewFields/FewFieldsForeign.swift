/// RapidJSON's and simdjson's documents, subscripted.
enum FewFieldsForeign {
    static func peer(_ library: ForeignLibrary?, _ corpus: Corpus, _ reference: Int) throws -> Peer? {
        guard let library else {
            return nil
        }
        let session = ForeignSession(library)
        let text = try ForeignText(corpus.bytes)
        return FewFieldsTask.peer(library.name, reference) {
            try session.sumFollowers(text)
        }
    }
}
