// How tokens that cross the end of a window are told from errors, and carried over.
extension JSONStreamFormatter {
    /// A token from this size on is not scanned from its start again with each window.
    private static let longToken = 64 << 10
    /// An error so near to the window's end waits: it may be a token cut off there, and its excerpt wants the rest.
    private static let uncertainCount = 128

    /// Decides whether a stop of the loop is an error or waits for more input.
    mutating func settle(_ stop: Stop) throws {
        awaitedCount = 0
        scannedCount = 0
        if stop.reason == .none { return }
        if isFinal || !isUncertain(stop) {
            if let refusal { throw refusal }
            throw try failure(stop.reason, at: stop.at)
        }
        refusal = nil
        let remaining = window.remainingCount
        if remaining < JSONStreamFormatter.longToken { return }
        let p = window.cursor
        if p[0] == Byte.quote, stop.at > p {
            scannedCount = stop.at - p - 1
        } else {
            awaitedCount = remaining * 2
        }
    }

    private func isUncertain(_ stop: Stop) -> Bool {
        stop.reason == .needsMore || window.end - stop.at < JSONStreamFormatter.uncertainCount
    }

    /// Goes on with a long string where the last window ended, and writes it when it is complete.
    ///
    /// - Returns: false if the string goes on.
    mutating func finishLongString() throws -> Bool {
        let p = window.cursor
        // SAFETY: `settle` saw that many valid bytes after the quote; the window only grows until the cursor advances.
        let string = StringKernel.scanRest(
            p + 1 + scannedCount, limit: window.end, keepsLoneSurrogates: keepsLoneSurrogates)
        if string.failure != .none {
            if isRareString(string) {
                // The loop reads it again from its quote.
                scannedCount = 0
                return true
            }
            let stop = Stop(reason: string.failure, at: string.stop)
            if isFinal || !isUncertain(stop) { throw try failure(stop.reason, at: stop.at) }
            scannedCount = string.stop - p - 1
            return false
        }
        scannedCount = 0
        // What the first part held is no longer known.
        writeLongString(p, to: string.stop, flags: TapeWord.escapedFlag | TapeWord.nonASCIIFlag)
        window.advance(to: string.stop + 1)
        return true
    }

    private mutating func writeLongString(_ p: Cursor, to stop: Cursor, flags: UInt64) {
        if state.depth == 0 {
            writeTopLevelString(UnsafeBufferPointer(start: p + 1, count: stop - p - 1), flags: flags)
            if layout != .none { output.append(Byte.lineFeed) }
            valueCount += 1
            return
        }
        let isItem = state.entry == .item
        if layout != .none {
            if isItem { writeSeparator(state.notFirst, indent: margins.width * state.depth) }
            output.cursor = writeString(p, to: stop, flags: flags, at: output.cursor)
        }
        if isItem { state.notFirst = 1 }
        state.entry = isItem && state.nesting & 1 != 0 ? .colon : .after
    }

    /// The error at a place in the window; what was written before it goes to the sink.
    mutating func failure(_ reason: ScanFailure, at place: Cursor) throws -> JSONError {
        let atEnd = place >= window.end && reason != .unterminatedComment
        let error = JSONError(
            atEnd ? .unexpectedEnd : reason, at: window.offset(of: place), in: window.text, after: window.consumed,
            options: parsing)
        window.advance(to: Swift.min(place, window.end))
        try flush()
        return error
    }
}
