/// The two forms of JSON text that are written, where RFC 8259 leaves the choice.
package enum TextStyle: Sendable {
    /// That of `JSON` and `jq`: DEL is escaped, no space stands before a colon, `{}` and `[]` are never broken, and doubles
    /// have a point.
    case neatline
    /// That of Foundation's `JSONEncoder`: DEL is not escaped, indented text has spaces around colons and a line feed in
    /// empty containers, and doubles without a fraction have no point.
    case foundation
}
