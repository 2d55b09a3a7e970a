/// What few levels need: nested containers, superclass encoders, and output that is written out of order.
extension EncodingLevel {
    /// The state of nested containers, of superclass encoders, and of levels that were written out of order.
    final class SlowPathState {
        /// For a nested container, the level that contains it.
        var container: EncodingLevel?
        /// For a nested container, the level of the value whose type asked for it.
        var scope: EncodingLevel?
        /// For a nested container, its key, which must live as long as the container may be stored.
        var key: (any CodingKey)?
        /// The output after the level was closed.
        var late: DeferredOutput?
        /// For a scope, the insertions of deferred output into its text.
        private(set) var insertions: [DeferredOutput.Insertion] = []
        /// For a scope, the closed levels to which more is written, or that were asked for again, by the offsets of their values.
        private(set) var closedLevels: [Int: EncodingLevel] = [:]
        /// The largest offset of an insertion or of a noted level.
        private var lastOffset = 0
        /// The reason why the value cannot be encoded.
        var failure: String?

        init() {}

        /// Creates the state of a nested container.
        init(container: EncodingLevel, scope: EncodingLevel, key: any CodingKey, late: DeferredOutput? = nil) {
            self.container = container
            self.scope = scope
            self.key = key
            self.late = late
        }

        func insert(_ insertion: DeferredOutput.Insertion) {
            insertions.append(insertion)
            lastOffset = Swift.max(lastOffset, insertion.range.lowerBound)
        }

        /// Notes a closed level, so that it is found when its container is asked for again.
        func note(_ level: EncodingLevel) {
            closedLevels[level.start] = level
            lastOffset = Swift.max(lastOffset, level.start)
        }

        /// Removes the insertions and noted levels from the offset `mark` on.
        func removeInsertions(from mark: Int) {
            // Usually there is none, so the others need not be searched.
            guard lastOffset >= mark else { return }
            DeferredOutput.finish(insertions.filter { $0.range.lowerBound >= mark })
            insertions = insertions.filter { $0.range.lowerBound < mark }
            closedLevels = closedLevels.filter { $0.key < mark }
            lastOffset = Swift.max(insertions.map(\.range.lowerBound).max() ?? 0, closedLevels.keys.max() ?? 0)
        }
    }

    /// Changes the state, which is created if there is none.
    func withSlowPathState(_ body: (SlowPathState) -> Void) {
        let slowPath = self.slowPath ?? SlowPathState()
        self.slowPath = slowPath
        body(slowPath)
    }

    /// The kind of the value that has been encoded at the level, or at another one for the same value.
    var encodedKind: Kind { kind == .nothing ? otherLevel?.kind ?? .nothing : kind }

    /// Another level for the same value: a container that is closed gets one when it is asked for again. nil if there is
    /// none.
    var otherLevel: EncodingLevel? {
        guard state == .closed, let level = scope.slowPath?.closedLevels[start], level !== self else { return nil }
        return level
    }

    /// The number of elements or members, also of those that were encoded at another level for the same value.
    var entryCount: Int {
        get { otherLevel?.count ?? count }
        set {
            count = newValue
            otherLevel?.count = newValue
        }
    }
}
