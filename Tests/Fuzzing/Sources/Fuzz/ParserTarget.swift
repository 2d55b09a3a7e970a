import NeatlineJSON
import NeatlineTestSupport

/// Parser, walk and writers: parses a text as the reference parser does, reads all of the value by every accessor, and
/// writes it in a form that gives the same value again.
func fuzzParser(_ input: inout FuzzInput) {
    let parsing = input.parsingOptions()
    let writing = input.writingOptions()
    let text = input.rest()
    check(Disagreement.ofTape(text, options: parsing))
    check(Exercise.all(text, options: parsing))
    guard let json = try? JSON(parsing: text, options: parsing) else { return }
    read(json)
    checkWriting(json, writing, parsing)
}

/// Writes a value with the options, whole and in chunks, and parses it again.
func checkWriting(_ json: JSON, _ writing: JSONWritingOptions, _ parsing: JSONParsingOptions) {
    guard let written = try? json.serialized(writing) else { fatalError("not written") }
    var chunks: [UInt8] = []
    do {
        try json.write(writing) { chunks += $0 }
    } catch {
        fatalError("not written in chunks: \(error)")
    }
    check(chunks == written, "chunks differ from the whole")
    check(!writing.escapesNonASCII || written.allSatisfy { $0 < 0x80 }, "bytes beyond ASCII")
    var reading = parsing
    reading.allowsNonFiniteNumbers = true
    let again: JSON
    do {
        again = try JSON(parsing: written, options: reading)
    } catch {
        fatalError("what is written cannot be parsed: \(error)")
    }
    if writing.nonFiniteNumbers == .null, !isFinite(json) { return }
    check(again == json, "what is written is another value")
    check(again.hashValue == json.hashValue, "equal values with different hashes")
    // Detached strings are Swift's, which cannot keep half a surrogate pair.
    if parsing.loneSurrogates == .keep { return }
    let detached = json.detached()
    check(detached == json, "the detached value is another")
    check((try? detached.serialized(writing)) == written, "the detached value is written in another way")
}

/// Whether no number in the value is NaN or infinite.
func isFinite(_ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.allSatisfy(isFinite)
    case .object(let members): members.allSatisfy { isFinite($0.value) }
    case .number(let number): number.isFinite
    default: true
    }
}

/// Reads a value by every accessor, and all that is in it.
func read(_ json: JSON) {
    readScalars(json)
    check(json.exists() && json.error == nil, "a parsed value is an error")
    check(json == json, "not equal to itself")
    switch json {
    case .array(let elements):
        check(json.array?.count == elements.count && json.count == elements.count, "other count")
        var index = 0
        for element in elements {
            check(json[index] == element && elements[index] == element, "[\(index)] is another element")
            read(element)
            index += 1
        }
        check(index == elements.count, "another number of elements")
        check(!json[index].exists() && !json[-1].exists(), "an element behind the last")
        check(!json["a"].exists(), "a member of an array")
        var walked = 0
        for (_, element) in json {
            check(json[walked] == element, "the walk gives another element")
            walked += 1
        }
        check(walked == index, "the walk gives another number")
    case .object(let members):
        check(json.count == members.count, "other count")
        var walked = 0
        for (key, value) in json {
            check(members[key] != nil && json[key].exists(), "no member of its own name")
            read(value)
            walked += 1
        }
        var index = members.startIndex
        for member in members {
            check(members[index].key.utf8.elementsEqual(member.key.utf8), "another name")
            index = members.index(after: index)
        }
        check(index == members.endIndex && walked == members.count, "another number of members")
        check(members.keys.count == walked && members.values.count == walked, "another number of names")
        check((json.dictionary?.count ?? -1) <= walked, "more names than members")
        check(!json["no such name"].exists() || walked > 0, "a member of nothing")
        check(!json[0].exists(), "an element of an object")
    default:
        check(json.count == 0 && json.array == nil && json.dictionary == nil, "a scalar with something in it")
    }
}

private func readScalars(_ json: JSON) {
    _ = (json.bool, json.boolValue, json.string, json.stringValue, json.numberText, json.type)
    _ = (json.int, json.intValue, json.uInt, json.uIntValue, json.int8, json.int8Value, json.uInt8, json.uInt8Value)
    _ = (json.int16, json.int16Value, json.uInt16, json.uInt16Value, json.int32, json.int32Value)
    _ = (json.uInt32, json.uInt32Value, json.int64, json.int64Value, json.uInt64, json.uInt64Value)
    _ = (json.double, json.doubleValue, json.float, json.floatValue, json.description)
    _ = (try? json.get(as: Int.self), try? json.get(as: [String: JSON].self), try? json.get(as: [Double?].self))
    guard case .number(let number) = json else { return }
    checkNumber(number)
}

/// A number's readings agree with one another and with the standard library.
private func checkNumber(_ number: JSONNumber) {
    let text = number.text
    guard number.isFinite else { return }
    if let expected = Double(text) {
        let value = number.doubleValue
        check(value == expected && value.sign == expected.sign, "\(text) as Double is \(value)")
    }
    if let integer = Int64(text) { check(number.exactInt64 == integer, "\(text) as Int64") }
    if let integer = UInt64(text) { check(number.exactUInt64 == integer, "\(text) as UInt64") }
    check(number.exactInt64.map { JSONNumber($0) == number } ?? true, "\(text) is not its own Int64")
    check(number.exactUInt64.map { JSONNumber($0) == number } ?? true, "\(text) is not its own UInt64")
    check(!(number < number), "\(text) is less than itself")
    guard let again = JSONNumber(text: text) else { fatalError("\(text) is no number") }
    check(again == number && again.hashValue == number.hashValue, "\(text) is not its own text")
}
