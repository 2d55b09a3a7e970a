import Foundation
import NeatlineDefaults

/// Our own row: keys of an adapter of a file.
struct DefaultsNeatline {
    private let defaults: DefaultsAdapter<DefaultsKeys>
    private let count = DefaultsKey<Int>("launchCount")
    private let written = DefaultsKey<Int>("written")
    private let settings = DefaultsKey<DefaultsSettings?>("settings")

    init(_ folder: TemporaryFolder) throws {
        let url = URL(fileURLWithPath: folder.path(of: "defaults.json"))
        defaults = DefaultsAdapter(store: try FileDefaultsStore(url: url, isSynchronized: false))
        for index in 0..<20 { try defaults.trySet(DefaultsKey<String>("key \(index)"), to: "value \(index)") }
        try defaults.trySet(count, to: 42)
        try defaults.trySet(settings, to: .example)
    }

    func readInteger() -> Peer { DefaultsTask.peer(Peer.neatline, expected: 42) { defaults[count] } }

    func readSettings() -> Peer {
        DefaultsTask.peer(Peer.neatline, expected: DefaultsSettings.example.sum) { defaults[settings]?.sum ?? 0 }
    }

    func writeInteger() -> Peer {
        var number = 0
        return DefaultsTask.peer(Peer.neatline, expected: 1) {
            number += 1
            try defaults.trySet(written, to: number)
            return 1
        }
    }
}
