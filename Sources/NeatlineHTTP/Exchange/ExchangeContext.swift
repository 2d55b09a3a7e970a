/// What all exchanges of a session have in common.
///
/// One object, because an exchange is made on one thread and freed on another: what it refers to itself, both count.
final class ExchangeContext: Sendable {
    let transport: any Transport
    let settings: ExchangeSettings

    init(_ transport: any Transport, _ settings: ExchangeSettings = ExchangeSettings()) {
        self.transport = transport
        self.settings = settings
    }
}
