import Foundation
import NeatlineTestSupport

/// The two libraries that are compared.
enum CodersCompared {
    static func decoders(_ settings: DecodingSettings) -> (ours: any DecodesJSON, theirs: any DecodesJSON) {
        (NeatlineDecoder(settings), FoundationDecoder(settings))
    }

    static func encoders(_ settings: EncodingSettings) -> (ours: any EncodesJSON, theirs: any EncodesJSON) {
        (NeatlineEncoder(settings), FoundationEncoder(settings))
    }
}

/// A type together with texts to decode and values to encode: one row of the differential test.
struct CodingSubject: Sendable, CustomStringConvertible {
    let name: String
    /// Texts that are decoded as they are.
    let texts: [String]
    /// How many values are encoded.
    let valueCount: Int
    /// How the decoders differ about a text; nil if they do not, or if the difference is meant.
    let decodingDisagreement: @Sendable ([UInt8], DecodingSettings) -> String?
    /// How the encoders differ about one of the values.
    let encodingDisagreement: @Sendable (Int, EncodingSettings) -> String?
    /// The values as Foundation's encoder writes them, where it does.
    let encodedTexts: @Sendable () -> [String]

    var description: String { name }
}

extension CodingSubject {
    /// A type that is decoded and encoded.
    init<T: Codable & Equatable & Sendable>(_ type: T.Type, _ texts: [String] = [], values: [T] = []) {
        self.init(
            name: String(reflecting: type), texts: texts, valueCount: values.count,
            decodingDisagreement: { Self.disagreement(decoding: type, $0, $1) },
            encodingDisagreement: { Self.disagreement(encoding: values[$0], $1) },
            encodedTexts: {
                let encoder = FoundationEncoder(EncodingSettings())
                return values.compactMap { value in
                    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
                }
            })
    }

    /// A type that is only decoded.
    init<T: Decodable & Equatable & SendableMetatype>(decoding type: T.Type, _ texts: [String]) {
        self.init(
            name: String(reflecting: type), texts: texts, valueCount: 0,
            decodingDisagreement: { Self.disagreement(decoding: type, $0, $1) }, encodingDisagreement: { _, _ in nil },
            encodedTexts: { [] })
    }

    /// A type that is only encoded.
    init<T: Encodable & Sendable>(encoding values: [T]) {
        self.init(
            name: String(reflecting: T.self), texts: [], valueCount: values.count,
            decodingDisagreement: { _, _ in nil },
            encodingDisagreement: { Self.disagreement(encoding: values[$0], $1) }, encodedTexts: { [] })
    }

    /// A type that takes a configuration.
    init<T: DecodableWithConfiguration & EncodableWithConfiguration & Equatable & Sendable>(
        _ texts: [String], values: [T], reading: T.DecodingConfiguration, writing: T.EncodingConfiguration
    ) where T.DecodingConfiguration: Sendable, T.EncodingConfiguration: Sendable {
        self.init(
            name: String(reflecting: T.self), texts: texts, valueCount: values.count,
            decodingDisagreement: { text, settings in
                if FoundationTraps.on(text, settings) { return nil }
                let (ours, theirs) = CodersCompared.decoders(settings)
                return Self.disagreement(
                    T.self, text, settings,
                    ours: CodingOutcome { try ours.decode(T.self, from: Data(text), configuration: reading) },
                    theirs: CodingOutcome { try theirs.decode(T.self, from: Data(text), configuration: reading) })
            },
            encodingDisagreement: { index, settings in
                let (ours, theirs) = CodersCompared.encoders(settings)
                return Self.disagreement(
                    values[index], settings,
                    ours: CodingOutcome { try ours.encode(values[index], configuration: writing) },
                    theirs: CodingOutcome { try theirs.encode(values[index], configuration: writing) })
            },
            encodedTexts: { [] })
    }
}

extension CodingSubject {
    private static func disagreement<T: Decodable & Equatable>(
        decoding type: T.Type, _ text: [UInt8], _ settings: DecodingSettings
    ) -> String? {
        if FoundationTraps.on(text, settings) { return nil }
        let (ours, theirs) = CodersCompared.decoders(settings)
        return disagreement(
            type, text, settings, ours: CodingOutcome { try ours.decode(type, from: Data(text)) },
            theirs: CodingOutcome { try theirs.decode(type, from: Data(text)) })
    }

    private static func disagreement<T: Equatable>(
        _ type: T.Type, _ text: [UInt8], _ settings: DecodingSettings, ours: CodingOutcome<T>, theirs: CodingOutcome<T>
    ) -> String? {
        if ours.isSame(as: theirs) { return nil }
        let comparison = DecodingComparison(
            text: text, settings: settings, ours: ours.failure, theirs: theirs.failure)
        if DecodingDifference.all.contains(where: { $0.excuses(comparison) }) { return nil }
        return """
            \(String(reflecting: type)) from \(Disagreement.show(text))
                with \(settings)
                Neatline:   \(ours)
                Foundation: \(theirs)
            """
    }

    private static func disagreement<T: Encodable>(encoding value: T, _ settings: EncodingSettings) -> String? {
        let (ours, theirs) = CodersCompared.encoders(settings)
        return disagreement(
            value, settings, ours: CodingOutcome { try ours.encode(value) },
            theirs: CodingOutcome { try theirs.encode(value) })
    }

    private static func disagreement(
        _ value: Any, _ settings: EncodingSettings, ours: CodingOutcome<Data>, theirs: CodingOutcome<Data>
    ) -> String? {
        let comparison = EncodingComparison(value: value, settings: settings, ours: ours, theirs: theirs)
        if comparison.isSame || EncodingDifference.all.contains(where: { $0.excuses(comparison) }) { return nil }
        return """
            \(String(reflecting: type(of: value))) \(CodingOutcome<Any>.show(value).prefix(400))
                with \(settings)
                Neatline:   \(ours)
                Foundation: \(theirs)
            """
    }
}
