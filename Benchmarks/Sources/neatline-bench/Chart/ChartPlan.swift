/// How a chart is made of rows.
struct ChartPlan {
    let name: String
    let title: String
    let quantity: ChartQuantity
    let panels: [Panel]

    struct Panel {
        let heading: String?
        let task: String
        /// Nil means all, of which the bars are geometric means.
        let corpus: String?
        /// Names of peers that are others here than in other charts.
        let labels: [String: String]
        let omittedPeers: Set<String>

        init(
            _ heading: String? = nil, task: String, corpus: String? = nil, labels: [String: String] = [:],
            leavingOut omittedPeers: Set<String> = []
        ) {
            self.heading = heading
            self.task = task
            self.corpus = corpus
            self.labels = labels
            self.omittedPeers = omittedPeers
        }
    }

    /// Returns nil if there are no rows for it.
    func chart(of table: MeasurementTable) -> Chart? {
        let drawn = panels.compactMap { panel(for: $0, of: table) }
        guard !drawn.isEmpty else { return nil }
        var parts = [quantity.unit]
        let counts = panels.filter { $0.corpus == nil }.map { table.corpora(ofTask: $0.task).count }
        if let count = counts.max(), count > 1 { parts.append("geometric mean of \(count) files") }
        parts.append(quantity.isBetterWhenMore ? "more is better" : "less is better")
        return Chart(
            name: name, title: title, subtitle: parts.joined(separator: " · "), quantity: quantity, panels: drawn)
    }

    private func panel(for source: Panel, of table: MeasurementTable) -> Chart.Panel? {
        let means = table.means(task: source.task, corpus: source.corpus, quantity.value)
        let ours = means[Peer.neatline]
        let bars = means.filter { !source.omittedPeers.contains($0.key) }.map { peer, value in
            Chart.Bar(
                label: source.labels[peer] ?? PeerLabel.text(of: peer), value: value,
                comparison: ours.flatMap { peer == Peer.neatline ? nil : quantity.comparison(of: value, with: $0) },
                isOurs: PeerLabel.isOurs(peer))
        }
        guard !bars.isEmpty else { return nil }
        let sorted = bars.sorted {
            // Equal values, which the order of a dictionary would otherwise decide.
            if $0.value == $1.value { return $0.label < $1.label }
            return ($0.value > $1.value) == quantity.isBetterWhenMore
        }
        return Chart.Panel(heading: source.heading, bars: sorted)
    }
}

/// How the peers are called.
enum PeerLabel {
    private static let texts = [
        Peer.neatline: "Neatline", Peer.neatlineMap: "Neatline, Map", Peer.jsonSerialization: "JSONSerialization",
        Peer.jsonDecoder: "JSONDecoder", Peer.jsonEncoder: "JSONEncoder", "rapidjson": "RapidJSON (C++)",
        "simdjson": "simdjson (C++)", "userdefaults": "UserDefaults", Peer.urlSession: "URLSession",
        Peer.curl: "libcurl, a loop in C", "python3": "Python's json.tool", "c-loop": "a loop in C",
        "c-loop-joined": "a loop in C that joins", "python-websockets": "Python's websockets",
    ]

    static func text(of peer: String) -> String {
        texts[peer] ?? peer
    }

    static func isOurs(_ peer: String) -> Bool {
        peer.hasPrefix(Peer.neatline)
    }
}
