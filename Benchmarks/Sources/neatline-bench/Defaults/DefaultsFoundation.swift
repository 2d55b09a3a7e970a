import Foundation

/// `UserDefaults`, and for the file Foundation's coders and an atomic write.
struct DefaultsFoundation {
    private let suite = "neatline-bench-\(UUID().uuidString)"
    private let defaults: UserDefaults
    private let file: URL
    let settingsText: Data

    init(_ folder: TemporaryFolder) throws {
        guard let defaults = UserDefaults(suiteName: suite) else { throw PeerFailure.unsupported }
        self.defaults = defaults
        file = URL(fileURLWithPath: folder.path(of: "foundation.json"))
        settingsText = try JSONEncoder().encode(DefaultsSettings.example)
        for index in 0..<20 { defaults.set("value \(index)", forKey: "key \(index)") }
        defaults.set(42, forKey: "launchCount")
        defaults.set(settingsText, forKey: "settings")
    }

    func removeAll() { defaults.removePersistentDomain(forName: suite) }

    func readInteger() -> Peer {
        DefaultsTask.peer("userdefaults", expected: 42) { defaults.integer(forKey: "launchCount") }
    }

    func readSettings() -> Peer {
        let decoder = JSONDecoder()
        return DefaultsTask.peer("userdefaults", expected: DefaultsSettings.example.sum) {
            guard let data = defaults.data(forKey: "settings") else { throw PeerFailure.unexpectedShape }
            return try decoder.decode(DefaultsSettings.self, from: data).sum
        }
    }

    func writeInteger() -> Peer {
        var values = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key \($0)", "value \($0)") })
        let encoder = JSONEncoder()
        var number = 0
        return DefaultsTask.peer(Peer.jsonEncoder, expected: 1) {
            number += 1
            values["written"] = String(number)
            try encoder.encode(values).write(to: file, options: .atomic)
            return 1
        }
    }
}
