/// Bytes to models as the macro writes them, beside the same models by hand.
enum MacroTask: PairTask {
    static let name = "macro"

    static func race<Model: SharedModel>(
        _ subject: Subject<Model>, _ byHand: Subject<some SharedModel>, in session: Session
    ) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.bytes,
            [
                MapNeatline.peer(subject), MapNeatline.peer(byHand).named(Peer.byHand),
                DecoderPeer.foundation(subject),
            ])
    }
}

/// Models as the macro writes them to compact bytes, beside the same models by hand.
enum EncodeMacroTask: PairTask {
    static let name = "encode-macro"

    static func race<Model: SharedModel>(
        _ subject: Subject<Model>, _ byHand: Subject<some SharedModel>, in session: Session
    ) throws {
        try session.race(
            task: name, corpus: subject.corpus, bytes: subject.compactBytes(),
            [
                EncodeMapNeatline.peer(subject), EncodeMapNeatline.peer(byHand).named(Peer.byHand),
                EncoderPeer.foundation(subject),
            ])
    }
}

/// A task over models in both forms.
protocol PairTask: BenchmarkTask {
    static func race<Model: SharedModel>(
        _ subject: Subject<Model>, _ byHand: Subject<some SharedModel>, in session: Session
    ) throws
}

extension PairTask {
    /// Runs the task over the same corpora as a `SubjectTask`.
    static func run(in session: Session) throws {
        for corpus in session.corpora {
            if let byHand = Subject<Timeline>(corpus), let subject = Subject<ByMacro.Timeline>(corpus) {
                try race(subject, byHand, in: session)
            } else if let byHand = Subject<Catalogue>(corpus), let subject = Subject<ByMacro.Catalogue>(corpus) {
                try race(subject, byHand, in: session)
            } else if let byHand = Subject<FeatureCollection>(corpus),
                let subject = Subject<ByMacro.FeatureCollection>(corpus)
            {
                try race(subject, byHand, in: session)
            } else {
                session.report.note("\(name): \(corpus.name) skipped, because no model has its shape")
            }
        }
        let texts = Messages(.order, count: session.arguments.isQuick ? 200 : 2_000).texts
        try race(
            Subject<ByMacro.Order>(corpus: "orders-1k", texts: texts),
            Subject<Order>(corpus: "orders-1k", texts: texts), in: session)
    }
}
