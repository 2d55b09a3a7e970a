/// Waits until something is so of which nobody tells; false if the test's time is over before.
///
/// It waits between two looks, so that what it waits for gets the processor.
public func eventually(_ isSo: () -> Bool) async -> Bool {
    while !isSo() {
        do { try await Task.sleep(for: .milliseconds(1)) } catch { return isSo() }
    }
    return true
}
