/// What the formatter's loop is compiled for, so that the plain forms do not pay for one another.
protocol FormattingMode {
    static var writes: Bool { get }
    static var breaksLines: Bool { get }
}

/// Nothing is written.
enum ValidatingMode: FormattingMode {
    @inline(__always) static var writes: Bool { false }
    @inline(__always) static var breaksLines: Bool { false }
}

/// No whitespace.
enum CompactMode: FormattingMode {
    @inline(__always) static var writes: Bool { true }
    @inline(__always) static var breaksLines: Bool { false }
}

/// An element or member a line.
enum IndentedMode: FormattingMode {
    @inline(__always) static var writes: Bool { true }
    @inline(__always) static var breaksLines: Bool { true }
}
