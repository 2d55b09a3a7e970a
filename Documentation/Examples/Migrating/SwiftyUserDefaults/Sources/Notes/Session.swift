import Foundation
import NeatlineDefaults

final class Session {
    @SwiftyUserDefault(keyPath: \.theme, adapter: Defaults, options: [.cached])
    var theme: Theme

    @SwiftyUserDefault(keyPath: \.username, adapter: Defaults)
    var username: String?

    private var observation: DefaultsDisposable?
    private(set) var changes: [String] = []

    func start() {
        Defaults.launchCount += 1
        Defaults[\.lastOpened] = Date(timeIntervalSince1970: 1_600_000_000)
        observation = Defaults.observe(\.volume, options: [.old, .new]) { [weak self] update in
            self?.changes.append("\(update.oldValue ?? -1) to \(update.newValue ?? -1)")
        }
    }

    func open(_ name: String) {
        Defaults.recent.removeAll { $0 == name }
        Defaults.recent.insert(name, at: 0)
        if Defaults.recent.count > 3 { Defaults.recent.removeLast() }
    }

    func stop() {
        observation?.dispose()
    }
}
