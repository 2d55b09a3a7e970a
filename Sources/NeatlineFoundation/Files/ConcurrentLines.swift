package import NeatlineJSON

// JSON Lines that are read by several tasks. Not in NeatlineJSON, which compiles where there are no tasks.

/// The results of a block of lines.
package struct ParsedLines<Output: Sendable>: Sendable {
    fileprivate(set) var outputs: [Output] = []
    /// Whether an error ends the stream.
    fileprivate(set) var isLast = false
}

/// Reads JSON Lines by several tasks, in order.
///
/// `BlockPlan` decides what is read when; this only runs the tasks, in a task group.
package enum ConcurrentLines {
    /// How many bytes of text a task gets at a time.
    package static let blockSize = 512 << 10
    /// How many bytes of a block are parsed between two looks at whether the task is cancelled, and may share a document.
    private static let sliceSize = 64 << 10

    /// Passes what `transform` returns for each line to `receive`, in the order of the lines.
    ///
    /// - Parameters:
    ///   - options: what is accepted; the framing is that of lines.
    ///   - tasks: the number of tasks; at most twice as many blocks, and their results, are in memory.
    ///   - blockSize: the size of a block in bytes; a block has at least one line, however long.
    ///   - isolation: the actor on which `read` and `receive` are called.
    ///   - read: returns the next part of the text; nil at the end.
    ///   - transform: called by the tasks with each value or error, and a reader of the value.
    ///   - receive: called with one result after another.
    /// - Throws: the error of `read`, after the results of the lines before it; the error of `receive`; or `CancellationError`.
    package static func run<Output: Sendable>(
        options: JSONStreamOptions, tasks: Int, blockSize: Int = ConcurrentLines.blockSize,
        isolation: isolated (any Actor)? = #isolation,
        read: () async throws -> [UInt8]?,
        transform: @escaping @Sendable (Result<JSON, JSONError>, DocumentReader?) -> Output,
        receive: (Output) async throws -> Void
    ) async throws {
        var options = options
        options.framing = .lines
        let settings = options
        var plan = BlockPlan<ParsedLines<Output>>(
            linesOf: blockSize, limit: Swift.max(tasks, 1) * 2, maximumLine: options.maximumRecordSize)
        try await withThrowingTaskGroup(
            of: (TextBlock<ParsedLines<Output>>, ParsedLines<Output>).self, isolation: isolation
        ) { group in
            var part: ArraySlice<UInt8> = []
            var failure: (any Error)?
            while true {
                while plan.wantsInput {
                    if part.isEmpty {
                        do { part = try await read()?[...] ?? [] } catch {
                            failure = error
                            plan.dropIncompleteLine()
                        }
                    }
                    let block = plan.space()
                    let taken = part.prefix(block.space.count)
                    block.space.copyBytes(from: taken)
                    part = part.dropFirst(taken.count)
                    plan.fill(block, count: taken.count)
                    while let work = plan.work() {
                        group.addTask { (work, try parse(work, settings, transform)) }
                    }
                }
                switch plan.next(at: .values) {
                case .adopt(let block):
                    guard let lines = block.outcome else { break }
                    for output in lines.outputs {
                        try Task.checkCancellation()
                        try await receive(output)
                    }
                    if lines.isLast {
                        group.cancelAll()
                        return
                    }
                    plan.recycle(block)
                case .wait: if let (block, lines) = try await group.next() { plan.finish(block, lines) }
                case .read, .none:
                    guard plan.isAtEnd else { break }
                    if let failure { throw failure }
                    return
                }
            }
        }
    }

    /// Parses the lines of a block.
    ///
    /// - Throws: `CancellationError`.
    private static func parse<Output>(
        _ block: TextBlock<ParsedLines<Output>>, _ options: JSONStreamOptions,
        _ transform: (Result<JSON, JSONError>, DocumentReader?) -> Output
    ) throws -> ParsedLines<Output> {
        var lines = ParsedLines<Output>()
        var parser = JSONStreamParser(options: options, reading: block)
        var rest = block.text[...]
        while true {
            try Task.checkCancellation()
            while let result = parser.nextResult() {
                lines.outputs.append(transform(result, parser.lastReader))
                if case .failure = result, !options.continuesAfterErrors {
                    lines.isLast = true
                    return lines
                }
            }
            if parser.hasEnded { return lines }
            let slice = rest.prefix(sliceSize)
            rest = rest.dropFirst(slice.count)
            if slice.isEmpty { parser.finish() } else { parser.feed(UnsafeRawBufferPointer(rebasing: slice)) }
        }
    }
}
