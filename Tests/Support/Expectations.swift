import Foundation
import Testing

// In place of `#expect` where a test has no error to expect. The compiler takes 10 to 25 ms for each use of the macro and less
// than a fifth of that for a function, and there are ten thousand.

/// Records an issue unless a condition is true.
///
/// - Parameters:
///   - condition: What is true if the code under test is right.
///   - comment: What to show beside the line of the test.
///   - sourceLocation: The place of the caller's caller, for functions that check for several tests.
public func expect(
    _ condition: Bool, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard !condition else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    record("false: \(text(of: line, in: filePath))", comment(), at: sourceLocation ?? place)
}

/// Records an issue, with both values, unless they are equal.
///
/// - Parameters:
///   - found: What the code under test gave.
///   - expected: What it gives if it is right.
///   - comment: What to show beside the values.
///   - sourceLocation: The place of the caller's caller, for functions that check for several tests.
public func expectEqual<Value: Equatable>(
    _ found: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
    guard found != expected else { return }
    let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    record(
        "\(String(reflecting: found)) is not \(String(reflecting: expected)): \(text(of: line, in: filePath))",
        comment(),
        at: sourceLocation ?? place)
}

private func record(_ failure: String, _ comment: Comment?, at location: SourceLocation) {
    let parts = [failure, comment?.rawValue].compactMap(\.self)
    Issue.record(Comment(rawValue: parts.joined(separator: ": ")), sourceLocation: location)
}

/// The text of a line, where the sources still are where they were compiled.
private func text(of line: Int, in path: String) -> String {
    let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(
        separator: "\n", omittingEmptySubsequences: false)
    guard let lines, lines.indices.contains(line - 1) else { return "line \(line)" }
    return lines[line - 1].trimmingCharacters(in: .whitespaces)
}
