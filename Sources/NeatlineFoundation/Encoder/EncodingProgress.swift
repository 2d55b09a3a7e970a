internal import NeatlineJSON

/// The part of a run's state that is used for each value. It is allocated separately, so that levels and containers access it
/// through a pointer, without reference counting and checks of exclusive access.
struct EncodingProgress: ~Copyable {
    var text: TextWriter
    /// The innermost open level; nil between calls.
    ///
    /// Not retained: the calls that encode values retain their levels, and `nested` those of nested containers.
    var top: Unmanaged<EncodingLevel>?
    /// The open nested containers, the innermost last.
    var nested: [EncodingLevel] = []
    /// The number of open values, each inside the one before.
    var depth = 0
    /// Whether an object may have two members of the same name, the first of which is removed at the end.
    var mayRepeatNames = false
    /// How values of each type are written.
    var kinds = ValueKinds()

    init(_ text: consuming TextWriter) { self.text = text }
}

extension EncodingLevel {
    /// The text of the run.
    var output: TextWriter {
        // SAFETY (all accesses to `progress`): the run, which the level retains, frees it. Accesses to the text of a run do
        // not overlap, because none of them calls code of users meanwhile.
        @inline(__always)
        _read { yield progress.pointee.text }
        @inline(__always)
        _modify { yield &progress.pointee.text }
    }

    /// Whether the level is the innermost open one, so that values can be written directly.
    @inline(__always)
    var isInnermost: Bool { progress.pointee.top?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() }

    /// The innermost open level.
    var top: EncodingLevel? {
        @inline(__always)
        get { progress.pointee.top?.takeUnretainedValue() }
        @inline(__always)
        set { progress.pointee.top = newValue.map { Unmanaged.passUnretained($0) } }
    }
}
