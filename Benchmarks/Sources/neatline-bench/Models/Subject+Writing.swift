import Foundation

/// What the tasks that write models have in common.
extension Subject {
    /// The size that rates are over, the same for every peer: what is written when no slash is escaped.
    func compactBytes() throws -> Int {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return try models.reduce(0) { try $0 + encoder.encode($1).count }
    }

    /// Says what is wrong with the texts that a peer has written: they have to decode to the models.
    func mismatch(ofTexts texts: [Data]) throws -> String? {
        let decoder = JSONDecoder()
        for (text, model) in zip(texts, models) where try decoder.decode(Model.self, from: text) != model {
            return "the text of a model decodes to another one"
        }
        return nil
    }
}
