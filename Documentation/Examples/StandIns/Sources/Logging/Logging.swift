// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// A stub of Swift Log. It declares and implements what the recipes use. The framework is
// https://github.com/apple/swift-log.

/// Writes messages to the standard error output.
public struct Logger: Sendable {
    public struct Message: Sendable, ExpressibleByStringInterpolation {
        let text: String
        public init(stringLiteral value: String) { text = value }
    }

    public init(label: String) {}

    public func info(_ message: @autoclosure () -> Message) { write("info", message()) }
    public func error(_ message: @autoclosure () -> Message) { write("error", message()) }

    private func write(_ level: String, _ message: Message) {
        FileHandle.standardError.write(Data("\(level): \(message.text)\n".utf8))
    }
}
