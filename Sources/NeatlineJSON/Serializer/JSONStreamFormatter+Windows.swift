// How tokens that cross the end of a window are told from errors.
extension JSONStreamFormatter {
    /// Decides whether a stop of the loop is an error or waits for more input.
    mutating func settle(_ stop: Stop) throws {
        if stop.reason == .none { return }
        if isFinal || !window.awaitRest(of: stop) {
            if let refusal { throw refusal }
            throw try failure(stop.reason, at: stop.at)
        }
        refusal = nil
    }

    /// The error at a place in the window; what was written before it goes to the sink.
    mutating func failure(_ reason: ScanFailure, at place: Cursor) throws -> JSONError {
        let atEnd = place >= window.end && reason != .unterminatedComment
        let context = window.context(of: place)
        let error = JSONError(
            atEnd ? .unexpectedEnd : reason, at: context.offset, in: context.text, after: context.before,
            options: parsing)
        window.advance(to: Swift.min(place, window.end))
        try flush()
        return error
    }
}
