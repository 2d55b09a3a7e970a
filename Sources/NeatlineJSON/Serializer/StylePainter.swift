/// Colours compact JSON text and lays it out, as `jq -C` does.
///
/// It stands behind a formatter, so its input is valid, has whitespace only in strings, and a line feed after each
/// value; chunks may end anywhere.
final class StylePainter {
    private let style: JSONStyle
    private let margins: Indentation
    private var output: OutputBuffer

    /// Open containers, the innermost last.
    private var containers: [Container] = []
    private var token = Token.none
    /// Whether the next byte of a string belongs to an escape.
    private var isEscaped = false
    /// Whether what comes is passed on as it is: raw strings.
    var isPaused = false

    private struct Container {
        let isObject: Bool
        var isEmpty = true
        var expectsKey: Bool
    }

    private enum Token {
        case none
        case string
        /// A number or a literal.
        case word
    }

    init(
        style: JSONStyle, indentation: JSONWritingOptions.Indentation,
        sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.style = style
        margins = Indentation(indentation)
        output = OutputBuffer(sink: sink)
    }

    func flush() throws {
        output.flush()
        if let error = output.sinkError { throw error }
    }

    /// The formatter's sink.
    func paint(_ text: UnsafeRawBufferPointer) throws {
        if isPaused {
            output.append(text.assumingMemoryBound(to: UInt8.self))
        } else {
            for byte in text { paint(byte) }
        }
        if let error = output.sinkError { throw error }
    }

    private func paint(_ byte: UInt8) {
        switch token {
        case .string:
            output.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == Byte.backslash {
                isEscaped = true
            } else if byte == Byte.quote {
                token = .none
                reset()
            }
            return
        case .word:
            if byte != Byte.comma, byte != Byte.lineFeed, byte != Byte.closeBrace, byte != Byte.closeBracket {
                output.append(byte)
                return
            }
            token = .none
            reset()
        case .none: break
        }
        switch byte {
        case Byte.comma:
            set(colorOfContainer)
            output.append(byte)
            breakLine()
            reset()
            if let last = containers.indices.last { containers[last].expectsKey = containers[last].isObject }
        case Byte.colon:
            set(style.object)
            output.append(byte)
            if !margins.isNone { output.append(Byte.space) }
            reset()
        case Byte.closeBrace, Byte.closeBracket: close(byte)
        case Byte.lineFeed: output.append(byte)
        default:
            fillContainer()
            open(byte)
        }
    }

    /// The first element or member: a container shows its line break only when it is not empty.
    private func fillContainer() {
        guard let last = containers.indices.last, containers[last].isEmpty else { return }
        containers[last].isEmpty = false
        breakLine()
        reset()
    }

    private func open(_ byte: UInt8) {
        switch byte {
        case Byte.openBrace, Byte.openBracket:
            let isObject = byte == Byte.openBrace
            set(isObject ? style.object : style.array)
            containers.append(Container(isObject: isObject, expectsKey: isObject))
        case Byte.quote:
            let isKey = containers.last?.expectsKey ?? false
            if isKey { containers[containers.count - 1].expectsKey = false }
            set(isKey ? style.key : style.string)
            token = .string
        default:
            let color =
                switch byte {
                case UInt8(ascii: "n"): style.null
                case UInt8(ascii: "f"): style.false
                case UInt8(ascii: "t"): style.true
                default: style.number
                }
            set(color)
            token = .word
        }
        output.append(byte)
    }

    private func close(_ byte: UInt8) {
        let color = colorOfContainer
        let isEmpty = containers.popLast()?.isEmpty ?? true
        if !isEmpty {
            set(color)
            breakLine()
        }
        output.append(byte)
        reset()
    }

    private var colorOfContainer: String {
        containers.last?.isObject == false ? style.array : style.object
    }

    private func set(_ color: String) {
        output.append("\u{1B}[")
        output.append(color)
        output.append(UInt8(ascii: "m"))
    }

    private func reset() { set("0") }

    private func breakLine() {
        margins.breakLine(&output, level: containers.count)
    }
}
