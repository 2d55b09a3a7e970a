import Foundation
import Neatline
import NeatlineJSON

/// Texts that are not JSON: an error for each rule.
let texts = Section(
    title: "Texts",
    text: """
        `JSON(parsing:)`, `JSON(contentsOf:)`, the coders and the mappers throw a `JSONError` with the line, the column and the excerpt with
        a caret; below is its first line. Its `code` is stable, and meant for programs.
        """,
    mistakes: [
        .parsing("", "Nothing was read: look at the length of what was received.", named: "an empty text"),
        .parsing(
            #"{"a": [1, 2"#,
            "The text was cut off: look for a size limit at its source, or parse it with `JSONPartialParser`."),
        .parsing(
            "<html>", "This is not JSON: print the beginning. For a response, `validate()` checks the content type."),
        .parsing("{'a': 1}", "Write double quotes, or read JSON5: `options: .json5`."),
        .parsing(#"{"a" 1}"#, "Write the colon."),
        .parsing(#"{"a": 1 "b": 2}"#, "Write the comma. Values without commas are read by `JSONStream`."),
        .parsing("[1, 2,]", "Leave out the comma, or allow it: `options: .jsonc`, or `allowsTrailingCommas`."),
        .parsing("{} {}", "Several values in a text are read by `JSONStream`."),
        .parsing("[nul]", "`null`, `true` and `false` are the only literals. `allowsNonFiniteNumbers` allows `NaN`."),
        .parsing("[012]", "No leading zeros. JSON has no octal numbers."),
        .parsing("[1.]", "A digit follows the point."),
        .parsing("[\"a\nb\"]", #"Write `\n`: a string is on one line."#, named: "a line break in a string"),
        .parsing(#"["C:\dir"]"#, #"Write `\\` for a backslash."#),
        .parsing(#"["\ud83d"]"#, "Half of a surrogate pair: the string was cut off. `loneSurrogates` can replace it."),
        Mistake("bytes in ISO 8859-1", "Convert them, or replace what is wrong: `invalidUTF8: .replace`.") {
            _ = try JSON(parsing: Data([0x22, 0xE9, 0x22]))
        },
        .parsing("/* a", "Write the end of the comment.", options: .jsonc, named: "`/* a` as JSONC"),
        Mistake("10,000 nested arrays", "The limit protects against hostile input; `maximumDepth` changes it.") {
            _ = try JSON(parsing: String(repeating: "[", count: 10_000))
        },
        .parsing(
            #"{"a": 1, "a": 2}"#, "Only with `duplicateKeys = .reject`. Otherwise the last one counts.",
            options: {
                var options = JSONParsingOptions(); options.duplicateKeys = .reject; return options
            }()),
        .parsing(
            "5", "Only if `allowsTopLevelScalars` is off.",
            options: {
                var options = JSONParsingOptions(); options.allowsTopLevelScalars = false; return options
            }()),
    ])

private let sheet: JSON = ["user": ["name": "Ada", "born": 1815, "tags": ["maths"]] as JSON]

let values = Section(
    title: "Values",
    text: """
        A subscript never traps: a missing value reads as nil, and its `error` is the reason. `get` throws the same. `json` is
        `{"user": {"name": "Ada", "born": 1815, "tags": ["maths"]}}`.
        """,
    mistakes: [
        .value(#"json["user", "nmae"]"#, "Look for the spelling. `string ?? \"\"` where it may be absent.") {
            sheet["user", "nmae"]
        },
        .value(#"json["user", "tags", 1]"#, "The first element is 0. Iterate over `elements` instead of indices.") {
            sheet["user", "tags", 1]
        },
        .value(#"json["user", "name", "first"]"#, "`name` is not an object: print its value.") {
            sheet["user", "name", "first"]
        },
        Mistake(
            #"`try json.get("user", "born", as: String.self)`"#,
            "Read it as what it is, or by `stringValue`, which converts."
        ) {
            _ = try sheet.get("user", "born", as: String.self)
        },
        Mistake(
            #"`try json.get("user", "born", as: UInt8.self)`"#,
            "It does not fit: a larger type, or `JSONNumber` for any digits."
        ) {
            _ = try sheet.get("user", "born", as: UInt8.self)
        },
        Mistake(
            #"`try json.set(1, at: "no", "x")`"#,
            #"`creatingMissing: true` makes the object. `json["no"]["x"] = 1` is ignored, except in `tryChange`, which throws this error."#
        ) {
            var json = sheet
            try json.set(1, at: "no", "x")
        },
        Mistake(#"`JSON(Double.nan)`"#, "JSON has no such number. Write null, or a string.") {
            _ = try JSON(Double.nan).serializedString()
        },
        Mistake(#"`try JSON("text").rawData()`"#, "`options: .fragmentsAllowed`, or `serializedString()`.") {
            _ = try JSON("text").rawData()
        },
        .value("JSON(Date())", "Write it by a transform, or as `timeIntervalSince1970`.") { JSON(Date() as Any) },
        Mistake(#"`try JSONPointer(parsing: "user/name")`"#, "A pointer begins with `/`.") {
            _ = try JSONPointer(parsing: "user/name")
        },
        Mistake("a patch with the operation `delete`", "The six operations: add, remove, replace, move, copy, test.") {
            _ = try JSONPatch(parsing: #"[{"op": "delete", "path": "/a"}]"#)
        },
        Mistake(#"a patch whose `test` fails"#, "The value has changed meanwhile: read it again and make a new patch.")
        {
            let patch = try JSONPatch(parsing: #"[{"op": "test", "path": "/user/name", "value": "Bob"}]"#)
            _ = try sheet.applying(patch)
        },
        Mistake(
            #"a patch that copies more than 16 MiB"#,
            "The limit protects against hostile patches; `copyLimit` changes it."
        ) {
            let patch = try JSONPatch(parsing: #"[{"op": "copy", "from": "", "path": "/x"}]"#)
            _ = try sheet.applying(patch, copyLimit: 8)
        },
    ])

private struct Hut: ImmutableMappable {
    var name: String
    var height: Int
    var kind: Kind

    enum Kind: String { case hut, bivouac }

    init(map: Map) throws {
        name = try map.value("name")
        height = try map.value("height")
        kind = try map.value("kind")
    }
}

private func mapping(_ text: String, _ remedy: String) -> Mistake {
    Mistake(quoted(text), remedy) { _ = try Mapper<Hut>().tryMap(JSONString: text) }
}

let models = Section(
    title: "Models",
    text: """
        A mapper that throws names all values that do not fit; `failures` has them if it does not throw. `Hut` is an `ImmutableMappable` with
        a `name`, a `height`, which is an integer, and a `kind`, an enumeration of `hut` and `bivouac`.
        """,
    mistakes: [
        mapping(
            #"{"name": "Dossen", "kind": "hut"}"#, "An optional or a default value, if the service may leave it out."),
        mapping(#"{"name": "Dossen", "height": null, "kind": "hut"}"#, "An optional, if the service may send null."),
        mapping(
            #"{"name": "Dossen", "height": "2663", "kind": "hut"}"#,
            "`options.coercesScalars`, or a transform from strings."),
        mapping(
            #"{"name": "Dossen", "height": 2663, "kind": "tent"}"#,
            "A case for kinds that are not known yet, or an optional."),
        mapping(#"[{"name": "Dossen"}]"#, "It is an array: `tryMapArray`."),
        mapping(
            #"{"data": {"name": "Dossen"}}"#,
            #"The model is below a key: `keyPath: "data"` of a request, or `map["data.name"]`."#),
    ])
