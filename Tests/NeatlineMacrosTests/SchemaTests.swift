import Foundation
import NeatlineFoundation
import NeatlineJSON
@testable import NeatlineSchema
import NeatlineTestSupport
import Testing

// The texts of schemas, a row for each thing that the macros know. `.ci/check-schemas` compares them with what the models do.

private enum Other {
    @Mappable
    @JSONSchema
    struct Size_2 {
        let text: String
    }

    @Mappable
    @JSONSchema
    struct Size {
        let depth: Int
    }
}

@Mappable
@JSONSchema
private struct Same {
    let first: Described.Size
    /// Another type of that name.
    let second: Other.Size
    let third: Described.Size?
}

private struct Unlimited<Value>: JSONSchemaDescribing {
    static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        builder.definition(of: Self.self) {
            .object(["type": "array", "items": builder.schema(of: Unlimited<[Value]>.self)])
        }
    }
}

@Mappable
@JSONSchema
private struct Parts {
    let id: Int
    @Flat var size: Other.Size
    @Flat var other: Described.Size?
    @Flat var event: Described.Event
}

@Mappable
@JSONSchema
private struct Loose {
    #if true
    let kept: Int
    #else
    let gone: Int
    #endif
    @Rest var rest: [String: Any] = [:]
    static let count = 1
    lazy var later = 1
    var computed: Int { 1 }
}

private struct PlanePoint: MappableValue, JSONSchemaDescribing {
    static func describeJSON(_ builder: JSONSchemaBuilder) -> JSON {
        .object(["type": "object", "properties": .object(["x": builder.schema(of: Int.self)])])
    }
    static func value(from reader: ValueReader) -> PlanePoint? { PlanePoint() }
    func write(to writer: ValueWriter) {}
    var mappedObject: Any { "" }
}

@Mappable
@JSONSchema
private struct PointHolder {
    let point: PlanePoint?
}

@Mappable
@JSONSchema
private struct Transformed {
    @Transform(Trimmed()) let text: String
    @Transform(Trimmed(), NumberText()) var numbers: [String: [Int]]?
    @Transform(ISO8601DateTransform()) let date: Date
    @Transform(DataTransform(encoding: .hexadecimal)) let digest: Data
    @Transform(DateTransform()) let time: Date
    @Dates(.millisecondsSince1970) let times: Set<Date>
    @Dates(.format("dd.MM.yyyy")) let day: Date!
    @Transform(VersionTransform()) let version: String
}

private struct VersionTransform: TransformType, JSONSchemaDescribing {
    func transformFromJSON(_ value: Any?) -> String? { value as? String }
    func transformToJSON(_ value: String?) -> Any? { value }
    static func describeJSON(_ builder: JSONSchemaBuilder) -> NeatlineJSON.JSON {
        Described.Version.describeJSON(builder)
    }
}

@Suite("JSON Schemas")
struct SchemaTests {
    private func text(_ schema: JSON) -> String { schema.rawString(options: []) ?? "" }

    private func expectSchema(
        _ type: (some JSONSchemaDescribing).Type, _ standard: String, strict: String? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) {
        let dialect = #"{"$schema":"https://json-schema.org/draft/2020-12/schema","#
        expectEqual(text(type.jsonSchema), dialect + standard.dropFirst(), sourceLocation: location)
        if let strict { expectEqual(text(type.jsonSchema(.strict)), strict, sourceLocation: location) }
    }

    @Test("Scalars")
    func scalars() {
        expectSchema(
            Described.Scalars.self,
            ##"{"type":"object","properties":{"flag":{"type":"boolean"},"text":{"type":"string"},"##
                + ##""count":{"type":"integer"},"small":{"type":"integer","minimum":-128,"maximum":127},"##
                + ##""byte":{"type":"integer","minimum":0,"maximum":255},"short":{"type":"integer","##
                + ##""minimum":-2147483648,"maximum":2147483647},"long":{"type":"integer","minimum":0},"##
                + ##""size":{"type":"number"},"ratio":{"type":"number"},"price":{"type":"number"},"##
                + ##""digits":{"type":"number"},"any":{}},"required":["flag","text","count","small","byte","##
                + ##""short","long","size","ratio","price","digits","any"]}"##,
            strict: ##"{"type":"object","properties":{"flag":{"type":"boolean"},"text":{"type":"string"},"##
                + ##""count":{"type":"integer"},"small":{"type":"integer","minimum":-128,"maximum":127},"##
                + ##""byte":{"type":"integer","minimum":0,"maximum":255},"short":{"type":"integer","##
                + ##""minimum":-2147483648,"maximum":2147483647},"long":{"type":"integer","minimum":0},"##
                + ##""size":{"type":"number"},"ratio":{"type":"number"},"price":{"type":"number"},"##
                + ##""digits":{"type":"number"},"any":{}},"required":["flag","text","count","small","byte","##
                + ##""short","long","size","ratio","price","digits","any"],"additionalProperties":false}"##)
    }

    @Test("What may be missing, and what may be null")
    func presences() {
        expectSchema(
            Described.Presences.self,
            ##"{"type":"object","properties":{"optional":{"type":["integer","null"]},"##
                + ##""variable":{"type":["string","null"]},"initial":{"type":"integer"},"##
                + ##""lenient":{"type":["integer","null"]},"missing":{"type":"integer"},"##
                + ##""null":{"type":["integer","null"]},"required":{"type":"integer"},"##
                + ##""demanded":{"type":"integer"},"presence":{"type":["integer","null"]}},"##
                + ##""required":["initial","null","required","demanded"]}"##,
            strict: ##"{"type":"object","properties":{"optional":{"type":["integer","null"]},"##
                + ##""variable":{"type":["string","null"]},"initial":{"type":"integer"},"##
                + ##""lenient":{"type":["integer","null"]},"missing":{"type":"integer"},"##
                + ##""null":{"type":["integer","null"]},"required":{"type":"integer"},"##
                + ##""demanded":{"type":"integer"},"presence":{"type":["integer","null"]}},"##
                + ##""required":["optional","variable","initial","lenient","missing","null","required","##
                + ##""demanded","presence"],"additionalProperties":false}"##)
    }

    /// The definition of `Described.Place`.
    private static let place =
        ##""Place":{"type":"object","properties":{"name":{"type":"string","##
        + ##""description":"The name, as it is spoken."},"height":{"type":["number","null"],"##
        + ##""description":"In metres."}},"required":["name"],"description":"A place on a map."}"##
    private static let strictPlace =
        ##""Place":{"type":"object","properties":{"name":{"type":"string","##
        + ##""description":"The name, as it is spoken."},"height":{"type":["number","null"],"##
        + ##""description":"In metres."}},"required":["name","height"],"##
        + ##""description":"A place on a map.","additionalProperties":false}"##

    @Test("Containers, and names of members that are no strings")
    func containers() {
        expectSchema(
            Described.Containers.self,
            ##"{"type":"object","properties":{"texts":{"type":"array","items":{"type":"string"}},"##
                + ##""numbers":{"type":"array","items":{"type":"integer"}},"lists":{"type":"object","##
                + ##""additionalProperties":{"type":"array","items":{"type":["integer","null"]}}},"##
                + ##""byNumber":{"type":"object","propertyNames":{"pattern":"^[+-]?[0-9]+$"},"##
                + ##""additionalProperties":{"type":"boolean"}},"rates":{"type":"object","##
                + ##""propertyNames":{"$ref":"#/$defs/Currency"},"additionalProperties":{"type":"number"}},"##
                + ##""letter":{"anyOf":[{"$ref":"#/$defs/Letter"},{"type":"null"}]},"##
                + ##""letters":{"type":"array","items":{"$ref":"#/$defs/Letter"}},"places":{"type":"array","##
                + ##""items":{"type":"array","items":{"$ref":"#/$defs/Place"}}}},"required":["texts","##
                + ##""numbers","lists","byNumber","rates","letters","places"],"##
                + ##""$defs":{"Currency":{"type":"string","enum":["chf","eur"]},"Letter":{"type":"string","##
                + ##""enum":["a","b"]},\##(Self.place)}}"##,
            strict: ##"{"type":"object","properties":{"texts":{"type":"array","items":{"type":"string"}},"##
                + ##""numbers":{"type":"array","items":{"type":"integer"}},"lists":{"type":"object","##
                + ##""additionalProperties":{"type":"array","items":{"type":["integer","null"]}}},"##
                + ##""byNumber":{"type":"object","propertyNames":{"pattern":"^[+-]?[0-9]+$"},"##
                + ##""additionalProperties":{"type":"boolean"}},"rates":{"type":"object","##
                + ##""propertyNames":{"$ref":"#/$defs/Currency"},"additionalProperties":{"type":"number"}},"##
                + ##""letter":{"anyOf":[{"$ref":"#/$defs/Letter"},{"type":"null"}]},"##
                + ##""letters":{"type":"array","items":{"$ref":"#/$defs/Letter"}},"places":{"type":"array","##
                + ##""items":{"type":"array","items":{"$ref":"#/$defs/Place"}}}},"required":["texts","##
                + ##""numbers","lists","byNumber","rates","letter","letters","places"],"##
                + ##""$defs":{"Currency":{"type":"string","enum":["chf","eur"]},"Letter":{"type":"string","##
                + ##""enum":["a","b"]},\##(Self.strictPlace)},"##
                + ##""additionalProperties":false}"##)
    }

    @Test("Descriptions, and a type that contains itself")
    func tree() {
        expectSchema(
            Described.Tree.self,
            ##"{"type":"object","properties":{"name":{"type":"string"},"##
                + ##""place":{"$ref":"#/$defs/Place"},"children":{"type":"array","items":{"$ref":"#"}}},"##
                + ##""required":["name","place","children"],"description":"A tree of names.","##
                + ##""$defs":{\##(Self.place)}}"##,
            strict: ##"{"type":"object","properties":{"name":{"type":"string"},"##
                + ##""place":{"$ref":"#/$defs/Place"},"children":{"type":"array","items":{"$ref":"#"}}},"##
                + ##""required":["name","place","children"],"description":"A tree of names.","##
                + ##""$defs":{\##(Self.strictPlace)},"##
                + ##""additionalProperties":false}"##)
    }

    @Test("Names, paths, a container, and refused members")
    func names() {
        expectSchema(
            Described.Names.self,
            ##"{"type":"object","properties":{"data":{"type":"object","##
                + ##""properties":{"user_id":{"type":"integer"},"inner":{"type":"object","##
                + ##""properties":{"value":{"type":"string"}},"required":["value"]},"a.b":{"type":"boolean"},"##
                + ##""list":{"anyOf":[{"type":"array","prefixItems":[{},{"type":["integer","null"]}]},"##
                + ##"{"type":"object","properties":{"1":{"type":["integer","null"]}}}]},"##
                + ##""mail":{"type":"string"},"contact":{"type":"object","##
                + ##""properties":{"mail":{"type":"string"}}},"kind":{"readOnly":true}},"##
                + ##""required":["user_id","inner","a.b"],"additionalProperties":false}},"required":["data"],"##
                + ##""anyOf":[{"required":["data"],"properties":{"data":{"type":"object","##
                + ##""required":["mail"]}}},{"required":["data"],"properties":{"data":{"type":"object","##
                + ##""required":["contact"],"properties":{"contact":{"type":"object","##
                + ##""required":["mail"]}}}}}]}"##,
            strict: ##"{"type":"object","properties":{"data":{"type":"object","##
                + ##""properties":{"user_id":{"type":"integer"},"inner":{"type":"object","##
                + ##""properties":{"value":{"type":"string"}},"required":["value"],"##
                + ##""additionalProperties":false},"a.b":{"type":"boolean"},"list":{"type":"object","##
                + ##""properties":{"1":{"type":["integer","null"]}},"required":["1"],"##
                + ##""additionalProperties":false},"mail":{"type":"string"}},"required":["user_id","inner","##
                + ##""a.b","list","mail"],"additionalProperties":false}},"required":["data"],"##
                + ##""additionalProperties":false}"##)
    }

    @Test("Members beside those of one of several objects: in the strict form each object has all of them")
    func alternatives() {
        func object(_ members: String, _ names: String) -> String {
            #"{"type":"object","properties":{"id":{"type":"integer"},\#(members)},"#
                + #""required":["id",\#(names)],"additionalProperties":false}"#
        }
        expectEqual(
            text(Described.Entry.jsonSchema(.strict)),
            #"{"anyOf":["#
                + object(
                    #""type":{"type":"string","const":"login"},"user":{"type":"string"},"at":{"type":"integer"}"#,
                    #""type","user","at""#) + ","
                + object(#""type":{"type":"string","const":"log-out"}"#, #""type""#) + ","
                + object(
                    #""type":{"type":"string","const":"resize"},"width":{"type":"integer"},"height":{"type":["integer","null"]}"#,
                    #""type","width","height""#) + "]}")
    }

    @Test("Members inside other members")
    func inside() {
        let size =
            #"{"type":"object","properties":{"width":{"type":"integer"},"height":{"type":["integer","null"]},"#
            + #""depth":{"type":"integer"}},"required":["width","depth"]}"#
        let total = #"{"type":"object","properties":{"total":{"type":"integer"}},"required":["total"]"#
        let strict = size.replacing(
            #"["width","depth"]}"#, with: #"["width","height","depth"],"additionalProperties":false}"#)
        func object(_ size: String, _ counts: String) -> String {
            #"{"type":"object","properties":{"size":\#(size),"counts":\#(counts)},"required":["size","counts"]"#
        }
        expectSchema(
            Described.Inside.self,
            object(
                size, #"{"allOf":[{"type":"object","additionalProperties":{"type":"integer"}},\#(total)}]}"#) + "}",
            strict: object(strict, total + #","additionalProperties":false}"#) + #","additionalProperties":false}"#)
    }

    @Test("An object without a name that may be null has no other members in the strict form")
    func nullableObject() {
        expectEqual(
            text(PointHolder.jsonSchema(.strict)["properties"]["point"]),
            #"{"type":["object","null"],"properties":{"x":{"type":"integer"}},"required":["x"],"additionalProperties":false}"#
        )
    }

    @Test("Dates and Base64")
    func converted() {
        expectSchema(
            Described.Converted.self,
            ##"{"type":"object","properties":{"date":{"type":"string","format":"date-time"},"##
                + ##""seconds":{"type":["array","null"],"items":{"type":"number"}},"##
                + ##""microsoft":{"type":["string","null"],"pattern":"^/Date\\(-?[0-9]+([+-][0-9]+)?\\)/$"},"##
                + ##""day":{"type":"string","format":"date"},"bytes":{"type":"string","##
                + ##""contentEncoding":"base64"},"link":{"type":["string","null"]}},"required":["date","day","##
                + ##""bytes"]}"##,
            strict: ##"{"type":"object","properties":{"date":{"type":"string","format":"date-time"},"##
                + ##""seconds":{"type":["array","null"],"items":{"type":"number"}},"##
                + ##""microsoft":{"type":["string","null"],"pattern":"^/Date\\(-?[0-9]+([+-][0-9]+)?\\)/$"},"##
                + ##""day":{"type":"string","format":"date"},"bytes":{"type":"string","##
                + ##""pattern":"^[A-Za-z0-9+/]*={0,2}$"},"link":{"type":["string","null"]}},"##
                + ##""required":["date","seconds","microsoft","day","bytes","link"],"##
                + ##""additionalProperties":false}"##)
    }

    @Test("A generic type")
    func page() {
        expectSchema(
            Described.Page<Described.Size>.self,
            ##"{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/Size"}},"##
                + ##""next":{"type":["integer","null"]}},"required":["items"],"##
                + ##""$defs":{"Size":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width"]}}}"##,
            strict: ##"{"type":"object","properties":{"items":{"type":"array","items":{"$ref":"#/$defs/Size"}},"##
                + ##""next":{"type":["integer","null"]}},"required":["items","next"],"##
                + ##""$defs":{"Size":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width","height"],"##
                + ##""additionalProperties":false}},"additionalProperties":false}"##)
    }

    @Test("A subclass")
    func lorry() {
        expectSchema(
            Described.Lorry.self,
            ##"{"type":"object","properties":{"wheels":{"type":"integer"},"load":{"type":"number"}},"##
                + ##""required":["wheels","load"]}"##,
            strict: ##"{"type":"object","properties":{"wheels":{"type":"integer"},"load":{"type":"number"}},"##
                + ##""required":["wheels","load"],"additionalProperties":false}"##)
    }

    @Test("Types by hand")
    func byHand() {
        expectSchema(
            Described.ByHand.self,
            ##"{"type":"object","properties":{"version":{"type":"string","##
                + ##""pattern":"^[0-9]+\\.[0-9]+$"},"tree":{"anyOf":[{"$ref":"#/$defs/Node"},"##
                + ##"{"type":"null"}]}},"required":["version"],"additionalProperties":false,"##
                + ##""$defs":{"Node":{"type":"object","properties":{"children":{"type":"array","##
                + ##""items":{"$ref":"#/$defs/Node"}}},"required":["children"]}}}"##,
            strict: ##"{"type":"object","properties":{"version":{"type":"string","##
                + ##""pattern":"^[0-9]+\\.[0-9]+$"},"tree":{"anyOf":[{"$ref":"#/$defs/Node"},"##
                + ##"{"type":"null"}]}},"required":["version","tree"],"$defs":{"Node":{"type":"object","##
                + ##""properties":{"children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"##
                + ##""required":["children"],"additionalProperties":false}},"additionalProperties":false}"##)
    }

    @Test("Raw values, other spellings, and others")
    func colour() {
        expectSchema(
            Described.Colour.self,
            ##"{"anyOf":[{"type":"string","enum":["red","rouge","GREEN"]},{"not":{"type":"null"}}],"##
                + ##""description":"red: Like blood."}"##,
            strict: ##"{"type":"string","enum":["red","GREEN"],"description":"red: Like blood."}"##)
    }

    @Test("Numbers, texts and ranges")
    func status() {
        expectSchema(
            Described.Status.self,
            ##"{"anyOf":[{"enum":[200,404,"gone",410]},{"type":"integer","minimum":200,"maximum":299}]}"##,
            strict: ##"{"type":"integer","enum":[200,404]}"##)
    }

    @Test("Cases that keep what they are not")
    func kind() {
        expectSchema(
            Described.Kind.self,
            ##"{"anyOf":[{"type":"string","enum":["plain-text","html","xhtml"]},{"type":"string"}],"##
                + ##""description":"html: A page."}"##,
            strict: ##"{"type":"string","enum":["plain-text","html"],"description":"html: A page."}"##)
    }

    @Test("An object with the name of a case is not one of the other values")
    func others() throws {
        func last(_ schema: JSON) -> String? { schema["anyOf"].array?.last?.rawString(options: []) }
        let card = #"{"type":"object","required":["card"]}"#, cash = #"{"type":"object","required":["cash"]}"#
        expectEqual(last(Described.Payment.jsonSchema), #"{"not":{"anyOf":[{"type":"null"},\#(card),\#(cash)]}}"#)
        expectEqual(
            last(Described.Payload.jsonSchema), #"{"not":{"anyOf":[{"type":"object","required":["count"]}]}}"#)
        expectEqual(
            last(Described.Payee.jsonSchema),
            ##"{"allOf":[{"$ref":"#/$defs/Size"},"##
                + ##"{"not":{"anyOf":[{"type":"object","required":["number"]}]}}]}"##)
        // The reader says the same.
        let read = { (payment: String) -> [String] in
            let text = #"{"payment": \#(payment), "payload": {"count": 1}, "payee": {"number": 1}}"#
            return mapped(Described.Others.self, text).failures
        }
        expect(read(#"{"cash": 1}"#) == [] && read(#"{"card": "x"}"#) == ["$.payment.card"])
        expect(read(#"{"x": 1}"#) == [] && read("[]") == [] && read("null") == ["$.payment"])
    }

    @Test("Values in a member with the name of the case")
    func shape() {
        expectSchema(
            Described.Shape.self,
            ##"{"anyOf":[{"type":"string","const":"empty"},{"type":"object","properties":{"empty":{}},"##
                + ##""required":["empty"]},{"type":"object","properties":{"circle":{"type":"number"}},"##
                + ##""required":["circle"],"description":"Its radius."},{"type":"object","##
                + ##""properties":{"rectangle":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width"]}},"required":["rectangle"]},"##
                + ##"{"type":"object","properties":{"pair":{"type":"object","##
                + ##""properties":{"_0":{"type":"integer"},"_1":{"type":"integer"}},"required":["_0","_1"]}},"##
                + ##""required":["pair"]},{"type":"object","properties":{"two":{"type":"object","##
                + ##""properties":{"_0":{"type":"integer"},"_1":{"type":"integer"}},"required":["_0","_1"]}},"##
                + ##""required":["two"]},{"type":"object","properties":{"twice":{"$ref":"#"}},"##
                + ##""required":["twice"]}],"description":"A shape."}"##,
            strict: ##"{"anyOf":[{"type":"string","const":"empty"},{"type":"object","##
                + ##""properties":{"circle":{"type":"number"}},"required":["circle"],"##
                + ##""description":"Its radius.","additionalProperties":false},{"type":"object","##
                + ##""properties":{"rectangle":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width","height"],"##
                + ##""additionalProperties":false}},"required":["rectangle"],"additionalProperties":false},"##
                + ##"{"type":"object","properties":{"pair":{"type":"object","##
                + ##""properties":{"_0":{"type":"integer"},"_1":{"type":"integer"}},"required":["_0","_1"],"##
                + ##""additionalProperties":false}},"required":["pair"],"additionalProperties":false},"##
                + ##"{"type":"object","properties":{"twice":{"$ref":"#"}},"required":["twice"],"##
                + ##""additionalProperties":false}],"description":"A shape."}"##)
    }

    @Test("The name of a case is there, whatever its values")
    func gaps() {
        expectSchema(
            Described.Gaps.self,
            ##"{"anyOf":[{"type":"object","properties":{"alone":{"type":["integer","null"]}},"##
                + ##""required":["alone"]},{"type":"object","properties":{"named":{"type":"object","##
                + ##""properties":{"x":{"type":["integer","null"]},"##
                + ##""y":{"anyOf":[{"$ref":"#/$defs/Size"},{"type":"null"}]}}}},"required":["named"]},"##
                + ##"{"type":"object","properties":{"keyword":{"type":"object","##
                + ##""properties":{"inout":{"type":"integer"}},"required":["inout"]}},"required":["keyword"]}],"##
                + ##""$defs":{"Size":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width"]}}}"##)
        expectSchema(
            Described.GapsBeside.self,
            ##"{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"size"}},"##
                + ##""required":["type"]},{"type":"object","properties":{"type":{"type":"string","const":"named"},"##
                + ##""x":{"type":["integer","null"]}},"required":["type"]}]}"##)
        expectSchema(Described.Sign.self, ##"{"type":"string","enum":["+","é","minus"]}"##)
    }

    @Test("Values beside a tag")
    func event() {
        expectSchema(
            Described.Event.self,
            ##"{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"login"},"##
                + ##""user":{"type":"string"},"at":{"type":"integer"}},"required":["type","user","at"]},"##
                + ##"{"type":"object","properties":{"type":{"type":"string","enum":["log-out","exit"]}},"##
                + ##""required":["type"]},{"type":"object","properties":{"type":{"type":"string","##
                + ##""const":"resize"},"width":{"type":"integer"},"height":{"type":["integer","null"]}},"##
                + ##""required":["type","width"]},{"type":"object","properties":{"type":{"type":"string","##
                + ##""not":{"enum":["login","log-out","exit","resize"]}}},"required":["type"]}]}"##,
            strict: ##"{"anyOf":[{"type":"object","properties":{"type":{"type":"string","const":"login"},"##
                + ##""user":{"type":"string"},"at":{"type":"integer"}},"required":["type","user","at"],"##
                + ##""additionalProperties":false},{"type":"object","properties":{"type":{"type":"string","##
                + ##""const":"log-out"}},"required":["type"],"additionalProperties":false},{"type":"object","##
                + ##""properties":{"type":{"type":"string","const":"resize"},"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["type","width","height"],"##
                + ##""additionalProperties":false}]}"##)
    }

    @Test("Values in a member beside a tag")
    func message() {
        expectSchema(
            Described.Message.self,
            ##"{"anyOf":[{"type":"object","properties":{"meta":{"type":"object","##
                + ##""properties":{"kind":{"type":"string","const":"text"}},"required":["kind"]},"##
                + ##""body":{"type":"string"}},"required":["meta","body"]},{"type":"object","##
                + ##""properties":{"meta":{"type":"object","properties":{"kind":{"type":"string","##
                + ##""const":"point"}},"required":["kind"]},"body":{"type":"object","##
                + ##""properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"]}},"##
                + ##""required":["meta","body"]},{"type":"object","properties":{"meta":{"type":"object","##
                + ##""properties":{"kind":{"type":"string","const":"nothing"}},"required":["kind"]}},"##
                + ##""required":["meta"]}]}"##,
            strict: ##"{"anyOf":[{"type":"object","properties":{"meta":{"type":"object","##
                + ##""properties":{"kind":{"type":"string","const":"text"}},"required":["kind"],"##
                + ##""additionalProperties":false},"body":{"type":"string"}},"required":["meta","body"],"##
                + ##""additionalProperties":false},{"type":"object","properties":{"meta":{"type":"object","##
                + ##""properties":{"kind":{"type":"string","const":"point"}},"required":["kind"],"##
                + ##""additionalProperties":false},"body":{"type":"object","##
                + ##""properties":{"x":{"type":"integer"},"y":{"type":"integer"}},"required":["x","y"],"##
                + ##""additionalProperties":false}},"required":["meta","body"],"additionalProperties":false},"##
                + ##"{"type":"object","properties":{"meta":{"type":"object","##
                + ##""properties":{"kind":{"type":"string","const":"nothing"}},"required":["kind"],"##
                + ##""additionalProperties":false}},"required":["meta"],"additionalProperties":false}]}"##)
    }

    @Test("The first case that fits")
    func identifier() {
        expectSchema(
            Described.Identifier.self,
            ##"{"anyOf":[{"type":"string","const":"none"},{"type":"integer"},{"$ref":"#/$defs/Size"},"##
                + ##"{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"##
                + ##""required":["from","to"]},{"type":"array","items":{"$ref":"#"}}],"##
                + ##""$defs":{"Size":{"type":"object","properties":{"width":{"type":"integer"},"##
                + ##""height":{"type":["integer","null"]}},"required":["width"]}}}"##,
            strict: ##"{"anyOf":[{"type":"string","const":"none"},{"type":"integer"},{"$ref":"#/$defs/Size"},"##
                + ##"{"type":"object","properties":{"from":{"type":"integer"},"to":{"type":"integer"}},"##
                + ##""required":["from","to"],"additionalProperties":false},{"type":"array","##
                + ##""items":{"$ref":"#"}}],"$defs":{"Size":{"type":"object","##
                + ##""properties":{"width":{"type":"integer"},"height":{"type":["integer","null"]}},"##
                + ##""required":["width","height"],"additionalProperties":false}}}"##)
    }

    @Test("Types of one name, and a reference with a description")
    func sameNames() {
        let sizes =
            #""Size":{"type":"object","properties":{"width":{"type":"integer"},"height":{"type":["integer","null"]}},"required":["width"]},"#
            + #""Size_2":{"type":"object","properties":{"depth":{"type":"integer"}},"required":["depth"]}"#
        expectSchema(
            Same.self,
            ##"{"type":"object","properties":{"first":{"$ref":"#/$defs/Size"},"second":{"$ref":"#/$defs/Size_2","##
                + ##""description":"Another type of that name."},"third":{"anyOf":[{"$ref":"#/$defs/Size"},{"type":"null"}]}},"##
                + ##""required":["first","second"],"$defs":{\##(sizes)}}"##)
        let strict = Same.jsonSchema(.strict)["properties"]["second"]
        expectEqual(
            text(strict), ##"{"anyOf":[{"$ref":"#/$defs/Size_2"}],"description":"Another type of that name."}"##)
    }

    @Test("A name that another type's number makes is used once")
    func numberedNames() {
        let types: [any JSONSchemaDescribing.Type] = [Other.Size_2.self, Described.Size.self, Other.Size.self]
        for order in [types, types.reversed(), [types[1], types[0], types[2]]] {
            let builder = JSONSchemaBuilder(.standard, root: SchemaTests.self)
            expectEqual(Set(order.map { text($0.describeJSON(builder)) }).count, 3)
        }
    }

    @Test("A container, and a scalar, as the whole")
    func wholes() {
        expectSchema([Int?].self, #"{"type":"array","items":{"type":["integer","null"]}}"#)
        expectSchema(Bool?.self, #"{"type":["boolean","null"]}"#)
        expectSchema(
            [Described.Node].self,
            ##"{"type":"array","items":{"$ref":"#/$defs/Node"},"$defs":{"Node":{"type":"object","properties":{"children":"##
                + ##"{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["children"]}}}"##)
    }

    @Test("Types without end are described to a depth")
    func unlimited() {
        let schema = Unlimited<Int>.jsonSchema
        expectEqual(schema["$defs"].count, 99)
        expectEqual(text(schema), text(Unlimited<Int>.jsonSchema))
    }

    @Test("A part whose schema is a choice that contains itself")
    func choiceInItself() {
        expectEqual(
            text(ChoiceParts.jsonSchema(.strict)),
            #"{"type":"object","properties":{"id":{"type":"integer"},"a":{"type":"integer"}},"#
                + #""required":["id","a"],"additionalProperties":false}"#)
    }

    @Test("Choices whose values are parts of each other: in the strict form each object has all members")
    func choicesInEachOther() {
        func object(_ tag: String, _ name: String, _ more: (name: String, schema: String)...) -> String {
            let members = [(name: tag, schema: #"{"type":"string","const":"\#(name)"}"#)] + more
            return #"{"type":"object","properties":{"#
                + members.map { #""\#($0.name)":\#($0.schema)"# }.joined(separator: ",") + #"},"required":["#
                + members.map { #""\#($0.name)""# }.joined(separator: ",") + #"],"additionalProperties":false}"#
        }
        let number = #"{"type":"integer"}"#
        let inner =
            #"{"anyOf":["#
            + object("inner", "outer", ("outer", #"{"type":"string","const":"end"}"#), ("x", number)) + ","
            + object("inner", "end", ("y", number)) + "]}"
        let outer =
            #"{"anyOf":["#
            + object("outer", "inner", ("inner", #"{"type":"string","const":"end"}"#), ("y", number)) + ","
            + object("outer", "end", ("x", number)) + "]}"
        expectEqual(text(InnerChoice.jsonSchema(.strict)), inner)
        expectEqual(text(OuterChoice.jsonSchema(.strict)), outer)
        let both = BothChoices.jsonSchema(.strict)
        expect(text(both["$defs"]["InnerChoice"]) == inner && text(both["$defs"]["OuterChoice"]) == outer)
    }

    @Test("Members on one path: those of a superclass or a part, and those beside them")
    func sharedPaths() {
        let number = #"{"type":"integer"}"#
        func object(_ first: String, _ second: String) -> String {
            #"{"type":"object","properties":{"\#(first)":\#(number),"\#(second)":\#(number)},"#
                + #""required":["\#(first)","\#(second)"],"additionalProperties":false}"#
        }
        func place(_ first: String, _ second: String) -> String {
            #"{"type":"object","properties":{"place":\#(object(first, second))},"required":["place"],"#
                + #""additionalProperties":false}"#
        }
        expectEqual(text(SharedPathClass.jsonSchema(.strict)), place("width", "height"))
        expectEqual(text(PathAfterPart.jsonSchema(.strict)), place("width", "height"))
        expectEqual(text(PathBeforePart.jsonSchema(.strict)), place("height", "width"))
    }

    @Test("Members of parts, and those without a property")
    func parts() {
        let object =
            #""type":"object","properties":{"id":{"type":"integer"},"depth":{"type":"integer"}},"required":["id","depth"]"#
        let schema = Parts.jsonSchema
        expect(
            text(schema).contains(object + #","allOf":[{"$ref":"#))
        expect(text(schema["$defs"]).hasPrefix(#"{"Event":"#) && schema["$defs"].count == 1)
        expectSchema(Loose.self, #"{"type":"object","properties":{"kept":{"type":"integer"}},"required":["kept"]}"#)
    }

    @Test("What transforms write")
    func transforms() {
        expectSchema(
            Transformed.self,
            #"{"type":"object","properties":{"text":{"type":"string"},"numbers":{"type":["object","null"],"#
                + #""additionalProperties":{"type":"array","items":{"type":"string"}}},"#
                + #""date":{"type":"string","format":"date-time"},"digest":{"type":"string"},"time":{"type":"number"},"#
                + #""times":{"type":"array","items":{"type":"number"}},"day":{"type":["string","null"]},"#
                + #""version":{"type":"string","pattern":"^[0-9]+\\.[0-9]+$"}},"required":["text","date","digest","time","times","version"]}"#
        )
    }
}

// Each may have the members of the other.
@Mappable(tag: "outer")
@JSONSchema
indirect enum OuterChoice {
    case inner(InnerChoice)
    case end(x: Int)
}

@Mappable(tag: "inner")
@JSONSchema
indirect enum InnerChoice {
    case outer(OuterChoice)
    case end(y: Int)
}

@Mappable
@JSONSchema
struct BothChoices {
    let inner: InnerChoice
    let outer: OuterChoice?
}

@Mappable(subclasses: .immutable)
@JSONSchema
class PathClass {
    @Key("place.width") let width: Int
}

@Mappable
@JSONSchema
final class SharedPathClass: PathClass {
    @Key("place.height") let height: Int
}

@Mappable
@JSONSchema
struct PathPart {
    @Key("place.width") let width: Int
}

@Mappable
@JSONSchema
struct PathAfterPart {
    @Flat var part: PathPart
    @Key("place.height") let height: Int
}

@Mappable
@JSONSchema
struct PathBeforePart {
    @Key("place.height") let height: Int
    @Flat var part: PathPart
}
