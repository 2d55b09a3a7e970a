/// The context that all exchanges of a session share.
///
/// One object, because exchanges are created and freed on different threads, and each of their own references must be
/// counted on both.
final class ExchangeContext: Sendable {
    let transport: any Transport
    let settings: ExchangeSettings

    init(_ transport: any Transport, _ settings: ExchangeSettings = ExchangeSettings()) {
        self.transport = transport
        self.settings = settings
    }
}
