import Foundation

/// Which charts there are, and what they are of.
enum ChartCatalogue {
    /// Makes the charts of which there are rows.
    static func charts(of rows: [Measurement]) -> [Chart] {
        let table = MeasurementTable(rows: rows)
        return ([overview(table)] + plans.map { $0.chart(of: table) }).compactMap(\.self)
    }

    /// What we are compared with by those who use something else today.
    private static let comparisons = [
        Comparison(label: "Write JSON", task: "serialize", peer: Peer.jsonSerialization),
        Comparison(label: "Parse JSON", task: "parse", peer: Peer.jsonSerialization),
        Comparison(label: "Read every value", task: "walk", peer: Peer.jsonSerialization),
        Comparison(label: "Map models", task: "map", peer: Peer.jsonDecoder),
        Comparison(label: "Decode Codable types", task: "codable", peer: Peer.jsonDecoder),
        Comparison(label: "Requests, 16 at a time", task: "http-get-16", peer: Peer.urlSession),
        Comparison(label: "Reformat with jsonq", task: "cli", corpus: "tweets-pretty", peer: "jq"),
    ]

    private static let plans = [
        ChartPlan(name: "parse", title: "Parse", quantity: .rate, panels: [.init(task: "parse")]),
        ChartPlan(name: "walk", title: "Parse, and read every value", quantity: .rate, panels: [.init(task: "walk")]),
        ChartPlan(
            name: "few-fields", title: "Parse, and read a few fields", quantity: .rate,
            panels: [.init(task: "few-fields")]),
        ChartPlan(
            name: "serialize", title: "Write a parsed document", quantity: .rate,
            panels: [
                .init("Compact", task: "serialize"), .init("Indented", task: "serialize-pretty"),
            ]),
        ChartPlan(
            name: "small", title: "Parse small messages, and read three fields", quantity: .rate,
            panels: [("36 bytes", "small-36"), ("1 KB", "small-1k")].map { title, task in
                .init(title, task: task, labels: [Peer.neatlineParser: "Neatline, one parser"])
            }),
        ChartPlan(
            name: "lines", title: "Read one value a line", quantity: .rate,
            panels: [
                .init(
                    task: "lines", labels: ["neatline elements": "Neatline, as one array"],
                    leavingOut: ["neatline whole"])
            ]),
        ChartPlan(
            name: "map", title: "Models: Mappable, and Codable with Foundation", quantity: .rate,
            panels: [.init("From JSON", task: "map"), .init("To JSON", task: "encode-map")]),
        ChartPlan(
            name: "codable", title: "The same Codable types, with two coders", quantity: .rate,
            panels: [.init("From JSON", task: "codable"), .init("To JSON", task: "encode-codable")]),
        ChartPlan(
            name: "lookup", title: "Read one of 10,000 members by its name", quantity: .time,
            panels: [
                .init(
                    task: "lookup",
                    labels: [Peer.neatline: "Neatline, json[key]", Peer.neatlineMap: "Neatline, map[key]"])
            ]),
        ChartPlan(
            name: "settings", title: "Settings", quantity: .time,
            panels: [
                .init("Read an integer", task: "defaults", corpus: "read-int"),
                .init("Read a Codable value", task: "defaults", corpus: "read-codable"),
                .init(
                    "Write an integer", task: "defaults", corpus: "write-int",
                    labels: [Peer.jsonEncoder: "JSONEncoder and a file"]),
            ]),
        ChartPlan(
            name: "memory", title: "Memory of a parsed document", quantity: .memory, panels: [.init(task: "memory")]),
        ChartPlan(
            name: "jsonq", title: "100 MB on the command line", quantity: .time,
            panels: [
                .init("Compact", task: "cli", corpus: "tweets-compact", labels: commandNames),
                .init("Indented", task: "cli", corpus: "tweets-pretty", labels: commandNames),
                .init("Select one string", task: "cli", corpus: "tweets-select", labels: commandNames),
            ]),
        ChartPlan(
            name: "requests", title: "Requests to a server on the same machine", quantity: .perSecond("requests"),
            panels: [
                .init("39 bytes, one at a time", task: "http-get-1"),
                .init("39 bytes, 16 at a time", task: "http-get-16"),
                .init("39 bytes, 64 at a time", task: "http-get-64"),
                .init("60 KB, 16 at a time", task: "http-json-60k"),
            ]),
        ChartPlan(
            name: "fetch", title: "Fetch 60 KB of models, 16 at a time", quantity: .perSecond("requests"),
            panels: [
                .init(
                    task: "http-map", corpus: "messages.json",
                    labels: [Peer.urlSession: "URLSession, JSONDecoder"])
            ]),
        ChartPlan(
            name: "download", title: "Download 1 GB", quantity: .rate,
            panels: [
                .init(
                    task: "http-large", corpus: HTTPServer.File.large(bytes: 1 << 30).name,
                    labels: [Peer.curl: "curl, the command"])
            ]),
        ChartPlan(
            name: "websocket", title: "WebSocket: echoes of 100 bytes, 64 on their way",
            quantity: .perSecond("messages"),
            panels: [.init(task: "websocket", corpus: "echo-100")]),
    ]

    private static let commandNames = [Peer.neatline: "jsonq"]

    private struct Comparison {
        let label: String
        let task: String
        var corpus: String?
        let peer: String
    }

    private static func overview(_ table: MeasurementTable) -> Chart? {
        let bars = comparisons.compactMap { comparison -> Chart.Bar? in
            let means = table.means(task: comparison.task, corpus: comparison.corpus) { $0.cost(.median) }
            guard let ours = means[Peer.neatline], let theirs = means[comparison.peer] else { return nil }
            return Chart.Bar(
                label: comparison.label, detail: "as \(PeerLabel.text(of: comparison.peer))", value: theirs / ours,
                isOurs: true)
        }
        guard !bars.isEmpty else { return nil }
        return Chart(
            name: "overview", title: "How many times as fast Neatline is", subtitle: "more is better",
            quantity: .speedup, panels: [Chart.Panel(heading: nil, bars: bars.sorted { $0.value > $1.value })])
    }
}
