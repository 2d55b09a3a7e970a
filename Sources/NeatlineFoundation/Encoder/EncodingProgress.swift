internal import NeatlineJSON

/// The part of a run that each value asks for, in memory of its own: levels and containers reach it by its address,
/// which takes no count of references and no check of exclusive access.
struct EncodingProgress: ~Copyable {
    var text: TextWriter
    /// The innermost level that is open; nil between the calls.
    ///
    /// Not counted: values' levels are kept by the calls that encode them, those of nested containers by `nested`.
    var top: Unmanaged<EncodingLevel>?
    /// The nested containers that are open, the innermost last.
    var nested: [EncodingLevel] = []
    /// How many values are open inside one another.
    var depth = 0
    /// Whether an object may have two members of one name, of which the first is to be taken out at the end.
    var mayRepeatNames = false
    /// What is known of the types of values.
    var kinds = ValueKinds()

    init(_ text: consuming TextWriter) { self.text = text }
}

extension EncodingLevel {
    /// The text of the run.
    var output: TextWriter {
        // SAFETY (all accesses to `progress`): its run, which the level keeps, frees it. Nobody changes the text of a
        // run while somebody else does, because neither calls code of others meanwhile.
        @inline(__always)
        _read { yield progress.pointee.text }
        @inline(__always)
        _modify { yield &progress.pointee.text }
    }

    /// Whether the level is the innermost that is open, so that what comes next can be written at once.
    @inline(__always)
    var isInnermost: Bool { progress.pointee.top?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }

    /// The innermost level that is open.
    var top: EncodingLevel? {
        @inline(__always)
        get { progress.pointee.top?.takeUnretainedValue() }
        @inline(__always)
        set { progress.pointee.top = newValue.map { Unmanaged.passUnretained($0) } }
    }
}
