// Reads samples by the models that `jsonq --model` made of them, and writes them back, for `.ci/check-models`.

import Foundation
import Neatline

/// Counts what was checked.
struct ModelChecks {
    private(set) var samples = 0
    private(set) var failures = 0

    /// Checks a model that maps.
    mutating func check<Model: BaseMappable>(_ model: Model.Type, _ path: String) {
        check(path) { sample in
            let mapper = Mapper<Model>()
            return mapper.toJSONValue(try mapper.tryMap(json: sample))
        }
    }

    /// Checks a model that is coded.
    mutating func checkCodable<Model: Codable>(_ model: Model.Type, _ path: String) {
        let decoder = NeatlineJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let encoder = NeatlineJSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        check(path) { sample in
            try encoder.encodeToJSON(try decoder.decode(Model.self, from: try sample.serialized()))
        }
    }

    /// Checks a model that is another name of a type.
    mutating func check<Value: MappableValue>(_ model: Value.Type, _ path: String) {
        check(path) { sample in
            let mapper = Mapper<Holder<Value>>()
            return mapper.toJSONValue(try mapper.tryMap(json: JSON.object(["value": sample])))["value"]
        }
    }

    private struct Holder<Value: MappableValue>: Mappable {
        var value: Value?
        init?(map: Map) {}
        mutating func mapping(map: Map) { value <- map["value"] }
    }

    private mutating func check(_ path: String, _ roundTrip: (JSON) throws -> JSON) {
        do {
            for sample in try ModelChecks.samples(path) {
                samples += 1
                let written = try roundTrip(sample)
                if ModelChecks.isSame(sample, written) { continue }
                fail(path, "\(sample) is written as \(written)")
            }
        } catch {
            fail(path, "\(error)")
        }
    }

    private mutating func fail(_ path: String, _ reason: String) {
        failures += 1
        print("error: \(path): \(reason.prefix(2_000))")
    }

    private static func samples(_ path: String) throws -> [JSON] {
        var options = JSONStreamOptions()
        options.framing = .concatenated
        var parser = JSONStreamParser(options: options)
        parser.feed(Array(try Data(contentsOf: URL(filePath: path))))
        parser.finish()
        var samples: [JSON] = []
        while let value = try parser.next() {
            if case .array(let elements) = value { samples += elements } else { samples.append(value) }
        }
        return samples
    }

    /// Whether a sample and what was written are the same: null counts as missing, dates as instants, and numbers with a
    /// fraction as doubles.
    private static func isSame(_ sample: JSON, _ written: JSON) -> Bool {
        switch (sample, written) {
        case (.object(let sample), .object(let written)):
            return sample.allSatisfy { name, value in
                written[name].map { isSame(value, $0) } ?? (value == JSON.null)
            } && written.allSatisfy { name, value in value == JSON.null || sample[name] != nil }
        case (.array(let sample), .array(let written)):
            return sample.count == written.count && zip(sample, written).allSatisfy { isSame($0, $1) }
        case (.number(let sample), .number(let written)):
            return sample == written
                || sample.text.contains { ".eE".contains($0) } && sample.doubleValue == written.doubleValue
        case (.string(let sample), .string(let written)):
            if sample.utf8.elementsEqual(written.utf8) { return true }
            let dates = ISO8601DateTransform()
            let instants = [sample, written].map { dates.transformFromJSON($0) }
            return instants[0] != nil && instants[0] == instants[1]
        default: return sample == written
        }
    }
}
