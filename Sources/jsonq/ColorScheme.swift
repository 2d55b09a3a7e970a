/// The colours that `JQ_COLORS` asks for, as jq reads it.
///
/// Up to eight fields stand between colons, each the inside of an SGR escape sequence such as `1;31`: for null, false,
/// true, numbers, strings, arrays, objects and keys.
enum ColorScheme {
    private static let fieldCount = 8

    /// The fields; what is beyond the eighth is not looked at.
    ///
    /// - Returns: nil if a field holds anything but digits and semicolons.
    static func fields(_ text: String) -> [String]? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false).prefix(fieldCount)
        guard fields.allSatisfy({ $0.utf8.allSatisfy(isAllowed) }) else { return nil }
        return fields.map { String($0) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ";")
    }
}
