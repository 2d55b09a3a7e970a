/// RapidJSON's and simdjson's documents, subscripted.
enum FewFieldsForeign {
    static func peer(_ library: ForeignLibrary?, _ corpus: Corpus, _ reference: Int) -> Peer? {
        guard let library else {
            return nil
        }
        let session = ForeignSession(library)
        let text = ForeignText(corpus.bytes)
        return FewFieldsTask.peer(library.name, reference) {
            try session.sumFollowers(text)
        }
    }
}
