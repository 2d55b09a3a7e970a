/// Watches the time for all that must end by itself.
final class Deadlines: Sendable {
    static let shared = Deadlines()
}
