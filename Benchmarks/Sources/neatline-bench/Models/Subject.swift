import Foundation
import Neatline

/// A model that all peers of the mapping tasks share: what is compared is the way in and out, not the model.
typealias SharedModel = Mappable & Codable & Equatable

/// The texts of a corpus, each of which is mapped on its own, and the models that they stand for.
struct Subject<Model: SharedModel> {
    let corpus: String
    let texts: [[UInt8]]
    /// What `JSONDecoder` makes of the texts.
    let models: [Model]

    var bytes: Int {
        texts.reduce(0) { $0 + $1.count }
    }

    /// Throws when a text does not have the model's shape.
    init(corpus: String, texts: [[UInt8]]) throws {
        let decoder = JSONDecoder()
        self.corpus = corpus
        self.texts = texts
        models = try texts.map { try decoder.decode(Model.self, from: Data($0)) }
    }

    /// Nil when the corpus does not have the model's shape.
    init?(_ corpus: Corpus) {
        guard !corpus.isLines, let subject = try? Subject(corpus: corpus.name, texts: [corpus.bytes]) else {
            return nil
        }
        self = subject
    }
}

/// A task over models.
protocol SubjectTask: BenchmarkTask {
    static func race<Model: SharedModel>(_ subject: Subject<Model>, in session: Session) throws
}

extension SubjectTask {
    /// Runs the task over each corpus that has the shape of a model, and over orders, which are always generated.
    static func run(in session: Session) throws {
        for corpus in session.corpora {
            if let timeline = Subject<Timeline>(corpus) {
                try race(timeline, in: session)
            } else if let catalogue = Subject<Catalogue>(corpus) {
                try race(catalogue, in: session)
            } else if let map = Subject<FeatureCollection>(corpus) {
                try race(map, in: session)
            } else {
                session.report.note("\(name): \(corpus.name) skipped, because no model has its shape")
            }
        }
        let orders = Messages(.order, count: session.arguments.isQuick ? 200 : 2_000)
        try race(Subject<Order>(corpus: "orders-1k", texts: orders.texts), in: session)
    }
}
