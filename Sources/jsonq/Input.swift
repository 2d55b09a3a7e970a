/// One input, open for reading.
struct Input: ~Copyable {
    private let descriptor: Descriptor

    /// Opens a file; standard input is open already.
    init(_ source: Arguments.Source) throws(SystemError) {
        descriptor =
            switch source {
            case .standardInput: .standardInput
            case .file(let path): try Descriptor.open(path)
            }
    }

    deinit {
        // Nothing was written to it, so that closing it loses nothing.
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// Whether a read may take long: there is nothing to read yet.
    var isIdle: Bool { !descriptor.isReadable }

    /// Reads into `space` what there is; 0 at the end.
    func read(into space: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try descriptor.read(into: space)
    }
}

extension Arguments.Source {
    /// What it is called in messages.
    var name: String {
        switch self {
        case .standardInput: "<stdin>"
        case .file(let path): path.text
        }
    }
}
