/// The place in a stream at which a value begins, whose line is counted only when it is asked for.
///
/// It refers to text in memory, and is valid during the call that receives it.
package struct ValueOrigin {
    /// The extent of the stream before `text`.
    let before: SourcePosition.Consumed
    /// The text from there to the value.
    let text: UnsafeBufferPointer<UInt8>

    /// The line and the column of a value, from 1, as in a `JSONError`.
    package struct Position: Sendable, Hashable {
        /// The extent of the stream before the value.
        let before: SourcePosition.Consumed
        package var line: Int { before.lines + 1 }
        package var column: Int { before.columns + 1 }
    }

    /// Counts the lines before the value.
    ///
    /// - Parameter earlier: the position of an earlier value of the same stream, from which on lines are counted if it is
    ///   known; nil otherwise.
    /// - Complexity: O(*n*) in the bytes in memory since the earlier value.
    package func position(from earlier: Position? = nil) -> Position {
        var result = before
        var start = 0
        if let known = earlier?.before, known.bytes > before.bytes, known.bytes <= before.bytes + text.count {
            result = known
            start = known.bytes - before.bytes
        }
        result.add(UnsafeBufferPointer(rebasing: text[start...]))
        return Position(before: result)
    }
}
