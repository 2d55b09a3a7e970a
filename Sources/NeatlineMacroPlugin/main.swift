import Foundation
import NeatlineMacroExpansion

// The compiler plugin of the macros: messages on standard input and output, each after its length in eight bytes,
// little-endian, until the input ends.

/// The most that a message may have: more is no message of a compiler.
let maximumLength: UInt64 = 1 << 30

func read(_ count: Int) -> Data? {
    if count == 0 { return Data() }
    guard let data = try? FileHandle.standardInput.read(upToCount: count), data.count == count else { return nil }
    return data
}

while let header = read(8) {
    let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length <= maximumLength, let message = read(Int(length)) else { break }
    // An empty or unknown message is passed over.
    guard let answer = Plugin.answer(message) else { continue }
    let prefix = (0..<8).map { UInt8(truncatingIfNeeded: answer.count >> ($0 * 8)) }
    try FileHandle.standardOutput.write(contentsOf: Data(prefix) + answer)
}
