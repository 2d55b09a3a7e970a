public import Foundation

/// Bytes that each show their offset: 0 to 250, again and again. Made by copying, which is quick also in a build
/// that watches each access.
public enum PatternBytes {
    /// After how many bytes the pattern begins again.
    public static let period = 251

    /// So many bytes of the pattern, from an offset in it on.
    public static func data(_ count: Int, startingAt offset: Int = 0) -> Data {
        var data = Data((0..<period).map { UInt8(($0 + offset) % period) })
        while data.count < count { data.append(data) }
        return Data(data.prefix(count))
    }
}
