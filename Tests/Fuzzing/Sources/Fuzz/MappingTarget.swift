import Foundation
import Neatline

/// Mapper: reads models with fields of every kind from any text, lists what failed, and writes what it can read again.
func fuzzMapping(_ input: inout FuzzInput) {
    let mapper = Mapper<Model>()
    var flags = input.flags()
    mapper.options.coercesScalars = flags.next()
    mapper.options.reportsUnknownKeys = flags.next()
    mapper.options.reportsMissingKeys = flags.next()
    mapper.shouldIncludeNilValues = flags.next()
    let isDetached = flags.next()
    mapper.options.parsing = input.parsingOptions()
    let text = input.rest()
    let model: Model?
    if isDetached {
        guard let json = try? JSON(parsing: text, options: mapper.options.parsing) else { return }
        model = mapper.map(json: json.detached())
    } else {
        model = mapper.map(bytes: text)
    }
    for failure in mapper.failures {
        check(!failure.description.isEmpty && !failure.path.isEmpty, "a failure without words")
        check(failure.byteOffset.map { $0 <= text.count * 3 } ?? true, "a failure outside the text")
    }
    let checked = try? mapper.tryMap(bytes: text)
    check(checked == nil || model != nil, "mapped when it is checked only")
    _ = (mapper.mapArray(bytes: text), mapper.failures.count)
    // The first of several members with one name is not the one that counts when what is written is read.
    guard let model, mapper.options.parsing.duplicateKeys != .firstWins else { return }
    checkWriting(model, mapper)
}

/// What is written is read as the same model.
private func checkWriting(_ model: Model, _ mapper: Mapper<Model>) {
    guard let text = mapper.toJSONString(model) else { return }
    // A property of type `JSON` is written as it was read, with the halves of surrogate pairs that were kept.
    mapper.options.parsing = Model.parsing
    guard let again = mapper.map(JSONString: text) else { fatalError("what is written is not read: \(text)") }
    guard let second = mapper.toJSONString(again) else { fatalError("written once only") }
    check(Model.same(text, second), "\(second) instead of \(text)")
    guard let json = try? JSON(parsing: text, options: Model.parsing) else { fatalError("what is written is no JSON") }
    check(mapper.toJSONValue(model) == json, "the value is another than the text")
    // Text has whole seconds as integers, whose digits are those of the exact value beyond 2^53.
    if model.transforms.contains(where: { $0.timeIntervalSince1970.magnitude > 1e15 }) { return }
    let dictionary = JSON(mapper.toJSON(model))
    check(
        dictionary == Model.bridged(json) || !mapper.failures.isEmpty,
        "the dictionary is \(dictionary), the text \(text)")
}

private struct Model: Mappable {
    enum Kind: String { case a, b = "long name of a case", c = "é\"" }
    enum Level: Int { case low = -1, high = 1_000_000 }

    var int = 0, byte: UInt8 = 0, big: UInt64?, double = 0.0, float: Float?, bool: Bool?, string = ""
    var optional: String?, kind = Kind.a, level: Level?, kinds: [Kind] = [], ints: [Int]?, rows: [[Double]] = []
    var sparse: [Int?] = [], strings: [String: String] = [:], lists: [String: [Int]]?
    var child: Child?, children: [Child] = [], named: [String: Child] = [:], selves: [Model]?
    var nested: Int?, element: String?, flat: Bool?, transformed: URL?, transforms: [Date] = [], json: JSON = .null
    var decimal: Decimal?, any: Any?, date: Date?, colour: Data?

    init?(map: Map) {}

    mutating func mapping(map: Map) {
        int <- map["int"]
        byte <- map["byte"]
        big <- map["big"]
        double <- map["double"]
        float <- map["float"]
        bool <- map["bool"]
        string <- map["string"]
        optional <- map["optional"]
        kind <- map["kind"]
        level <- map["level"]
        kinds <- map["kinds"]
        ints <- map["ints"]
        rows <- map["rows"]
        sparse <- map["sparse"]
        strings <- map["strings"]
        lists <- map["lists"]
        child <- map["child"]
        children <- map["children"]
        named <- map["named"]
        selves <- map["selves"]
        nested <- map["in.ner.most"]
        element <- map["array.0.name"]
        flat <- map["in.flat", nested: false]
        transformed <- (map["in.url"], URLTransform())
        transforms <- (map["dates"], DateTransform())
        json <- map["json"]
        decimal <- map["decimal"]
        any <- map["any"]
        date <- (map["date"], ISO8601DateTransform())
        colour <- (map["data"], DataTransform())
    }

    /// How what is written is read.
    static let parsing: JSONParsingOptions = {
        var options = JSONParsingOptions()
        options.loneSurrogates = .keep
        return options
    }()

    /// Whether the texts have the same value, but for names that dictionaries have in no order.
    static func same(_ a: String, _ b: String) -> Bool {
        (try? JSON(parsing: a, options: parsing)) == (try? JSON(parsing: b, options: parsing))
    }

    /// What is written of a model as its dictionary has it: the property of type `JSON` is its `object`, in which numbers
    /// beyond the range of `Double` are 0 or infinite.
    static func bridged(_ json: JSON) -> JSON {
        var json = json
        if json["json"].exists() { json["json"] = JSON(json["json"].object) }
        for index in 0..<json["selves"].count { json["selves"][index] = bridged(json["selves"][index]) }
        return json
    }
}

private struct Child: ImmutableMappable {
    let name: String
    let count: Int?

    init(map: Map) throws {
        name = try map.value("name")
        count = try? map.value("count")
    }

    func mapping(map: Map) {
        name >>> map["name"]
        count >>> map["count"]
    }
}
