public import Testing

extension Trait where Self == TimeLimitTrait {
    /// For tests that would wait for ever if what they test hung.
    ///
    /// It is no measure of speed, and far beyond what the slowest machine takes: all tests begin at once, and a test that
    /// goes on after it has waited stands in line behind those that have not begun.
    public static var hangLimit: TimeLimitTrait { .timeLimit(.minutes(20)) }
}
