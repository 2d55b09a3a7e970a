import NeatlineFoundation
import NeatlineJSON
import NeatlineSchema

// Prints, for `.ci/check-schemas`, the schemas of types and values in JSON, with what the mapper says of each value. Each sample is
// also changed in every place, by a value of each type, and by leaving members out and adding one.

@main
enum SchemaCheck {
    /// What the mapper may do other than the schema says; Documentation/Macros.md says where.
    enum Difference: String {
        /// It reads values that are not valid.
        case readsMore
        /// It refuses values that are valid.
        case refusesMore
    }

    static func main() {
        check(
            Described.Scalars.self,
            #"{"flag": true, "text": "a", "count": 1, "small": -1, "byte": 2, "short": 3, "long": 4, "size": 1.5, "ratio": 2, "price": 3.25, "digits": 1.10, "any": [null]}"#
        )
        check(
            Described.Presences.self,
            #"{"initial": 2, "null": null, "required": 1, "demanded": 4}"#,
            #"{"optional": 1, "variable": "a", "initial": 2, "lenient": 3, "missing": 4, "null": 5, "required": 1, "demanded": 4, "presence": 6}"#
        )
        check(
            Described.Containers.self,
            #"{"texts": ["a", ""], "numbers": [1, 1], "lists": {"a": [1, null], "b": []}, "byNumber": {"-1": true, "+07": false}, "rates": {"eur": 1}, "letter": "a", "letters": ["a", "b"], "places": [[], [{"name": "A"}]]}"#
        )
        check(
            Described.Tree.self,
            #"{"name": "a", "place": {"name": "A", "height": 3}, "children": [{"name": "b", "place": {"name": "B"}, "children": []}]}"#
        )
        check(
            Described.Names.self, differences: [.readsMore],
            #"{"data": {"user_id": 1, "inner": {"value": "a"}, "a.b": true, "list": [0, 2], "mail": "m"}}"#,
            #"{"data": {"user_id": 1, "inner": {"value": "a"}, "a.b": true, "contact": {"mail": "m"}}}"#)
        check(
            Described.Converted.self, differences: [.readsMore, .refusesMore],
            #"{"date": "2026-01-31T12:00:00Z", "seconds": [1.5], "microsoft": "/Date(1500+0100)/", "day": "2026-01-31", "bytes": "AQI=", "link": "https://a.b/"}"#
        )
        check(Described.Box.self, #"{"id": 1, "width": 2, "height": 3}"#)
        check(
            Described.Entry.self, #"{"id": 1, "type": "login", "user": "a", "at": 5}"#, #"{"id": 1, "type": "exit"}"#)
        check(
            Described.Inside.self, differences: [.readsMore],
            #"{"size": {"width": 1, "height": 2, "depth": 3}, "counts": {"total": 4, "other": 5}}"#)
        check(Described.Open.self, #"{"id": 1, "a": 2, "b": 3}"#)
        check(Described.Checked.self, differences: [.refusesMore], #"{"age": 3}"#)
        check(Described.Page<Described.Size>.self, #"{"items": [{"width": 1}], "next": 2}"#)
        check(Described.Vehicle.self, #"{"wheels": 4}"#)
        check(Described.Lorry.self, #"{"wheels": 6, "load": 7.5}"#)
        for gaps in [
            #"{"alone": null}"#, #"{"alone": 1}"#, #"{"named": {}}"#, #"{"named": {"x": 1, "y": {"width": 1}}}"#,
            #"{"keyword": {"inout": 1}}"#,
        ] {
            check(
                Described.MoreEnums.self, differences: [.readsMore],
                #"{"gaps": \#(gaps), "beside": {"type": "named", "x": 1}, "sign": "minus"}"#,
                #"{"gaps": \#(gaps), "beside": {"type": "size"}, "sign": "+"}"#)
        }
        for (colour, status) in [("red", "200"), ("rouge", "204"), ("GREEN", "410"), ("blue", #""gone""#)] {
            check(Described.Enums.self, enums(colour: "\"\(colour)\"", status: status))
        }
        for shape in [
            #""empty""#, #"{"empty": {}}"#, #"{"circle": 1.5}"#, #"{"rectangle": {"width": 1}}"#,
            #"{"two": {"_0": 1, "_1": 2}}"#,
            #"{"twice": {"twice": "empty"}}"#,
        ] {
            check(Described.Enums.self, enums(shape: shape))
        }
        for event in [
            #"{"type": "login", "user": "a", "at": 5}"#, #"{"type": "exit"}"#, #"{"type": "resize", "width": 1}"#,
            #"{"type": "new", "user": 5}"#,
        ] {
            check(Described.Enums.self, enums(event: event))
        }
        for message in [
            #"{"meta": {"kind": "text"}, "body": "a"}"#, #"{"meta": {"kind": "point"}, "body": {"x": 1, "y": 2}}"#,
        ] {
            check(Described.Enums.self, enums(message: message))
        }
        for id in [#""none""#, "5", #"{"width": 1, "height": 2}"#, #"{"from": 1, "to": 2}"#, #"[1, [], "none"]"#] {
            check(Described.Enums.self, enums(id: id))
        }
        check(Described.Enums.self, enums(kind: #""plain-text""#), enums(kind: #""xhtml""#), enums(kind: #""pdf""#))
        check(
            Described.Others.self, #"{"payment": {"card": 1}, "payload": {"count": 1}, "payee": {"number": 1}}"#,
            #"{"payment": "x", "payload": [], "payee": {"width": 1}}"#,
            #"{"payment": "cash", "payload": {}, "payee": {"width": 1}}"#)
        check(Described.ByHand.self, #"{"version": "5.1", "tree": {"children": [{"children": []}]}}"#)
    }

    private static func enums(
        colour: String = #""red""#, status: String = "404", kind: String = #""html""#, shape: String = #""empty""#,
        event: String = #"{"type": "exit"}"#, message: String = #"{"meta": {"kind": "nothing"}}"#, id: String = "5"
    ) -> String {
        #"{"colour": \#(colour), "status": \#(status), "kind": \#(kind), "shape": \#(shape), "event": \#(event), "#
            + #""message": \#(message), "id": \#(id)}"#
    }

    private static func check<Model: BaseMappable & JSONSchemaDescribing>(
        _ type: Model.Type, differences: [Difference] = [], _ samples: String...
    ) {
        emit([
            "name": .string("\(type)"), "schema": type.jsonSchema, "strict": type.jsonSchema(.strict),
            "differences": .array(JSONArray(differences.map { .string($0.rawValue) })),
        ])
        for sample in samples {
            let json = JSON(parseJSON: sample)
            report(type, json, isSample: true)
            for variant in variants(of: json) { report(type, variant, isSample: false) }
        }
    }

    private static func report<Model: BaseMappable>(_ type: Model.Type, _ json: JSON, isSample: Bool) {
        let mapper = Mapper<Model>()
        let model = mapper.map(JSONString: json.rawString(options: []) ?? "")
        var line: JSONObject = [
            "value": json, "isSample": .bool(isSample),
            "failures": .array(JSONArray(mapper.failures.map { .string("\($0)") })), "isRefused": .bool(model == nil),
        ]
        if let model { line["written"] = model.toJSONValue() }
        emit(line)
    }

    private static func emit(_ line: JSONObject) { print(JSON.object(line).rawString(options: []) ?? "") }

    private static let probes: [JSON] = [
        .null, true, 0, 5, -1, 300, 1.5, "", "text", "a", "7.5", .array([]), .array([1]), .object([:]),
        .object(["zz": 1]),
    ]

    /// The values that differ from another in one place.
    private static func variants(of json: JSON) -> [JSON] {
        var variants = probes
        switch json {
        case .object(let members):
            for (name, value) in members {
                var changed = members
                changed[name] = nil
                variants.append(.object(changed))
                for variant in self.variants(of: value) {
                    changed = members
                    changed[name] = variant
                    variants.append(.object(changed))
                }
            }
            for value in [1, "a", .null] as [JSON] {
                var changed = members
                changed["zz"] = value
                variants.append(.object(changed))
            }
        case .array(let elements):
            for (index, value) in elements.enumerated() {
                for variant in self.variants(of: value) {
                    var changed = Array(elements)
                    changed[index] = variant
                    variants.append(.array(JSONArray(changed)))
                }
            }
        default: break
        }
        return variants
    }
}
