internal import Foundation
internal import NeatlineJSON

/// Everything that a site knows, behind the one lock of ``StubDrupalSite``.
struct SiteState: Sendable {
    var settings: StubDrupalSettings {
        didSet { if settings.views != oldValue.views { routes = RouteTable.routes(settings) } }
    }
    private(set) var routes: [Route]
    var content = ContentStore()
    /// The accounts' passwords and rights, by their numbers.
    var accounts: [Int: AccountRecord] = [:]
    /// The live sessions, by the decoded values of their cookies.
    var sessions: [String: Session] = [:]
    var flood = FloodControl()
    var faults: [ActiveFault] = []
    /// The names and mail addresses that were sent to `/user/password`.
    var passwordRequests: [String] = []
    /// When cached responses were stored, by URL.
    var cachedAt: [String: Date] = [:]
    /// The 32 hexadecimal digits in the names of the session cookies.
    let cookieSuffix = UUID().uuidString.replacing("-", with: "").lowercased()

    init(settings: StubDrupalSettings) {
        self.settings = settings
        routes = RouteTable.routes(settings)
    }

    /// The time of the site.
    var now: Date { settings.clock ?? Date() }

    /// The time of the site in seconds, as Drupal stores it.
    var timestamp: Int { Self.seconds(of: now) }

    /// Returns the seconds since 1970; 0 for dates beyond the range of integers.
    static func seconds(of date: Date) -> Int { Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0 }

    /// The paths of aliases; the keys are the aliases in lower case.
    var aliases: [String: String] { content.aliases }
}
