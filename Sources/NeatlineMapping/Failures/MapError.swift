import Foundation
import NeatlineFoundation
import NeatlineJSON

/// What `Map.value` throws, and the throwing methods of a mapper of `ImmutableMappable`: which field could not be read, and why.
///
/// Making one is cheap, so that `try? map.value("name")` is a good way to read what may be missing: path, place and
/// value are worked out when they are asked for.
///
/// Unchecked Sendable, because `currentValue` is `Any`: it is made of parsed text, or is what the caller passed in.
public struct MapError: NSErrorBridgeable, @unchecked Sendable {
    /// The name that was asked for.
    public var key: String?
    /// Why it could not be read.
    public var reason: String?
    /// Where in the source the field was asked for.
    public var file: StaticString?
    /// The function in which the field was asked for.
    public var function: StaticString?
    /// The line in the source where the field was asked for.
    public var line: UInt?

    /// The value, if it was given to the initialiser.
    private var givenValue: Any?
    /// What was read, and what was noted about it.
    private var reading: MappingReader?
    private var details: FailureLog.Record?
    /// What is wrong with a text that is no JSON.
    @usableFromInline var invalidJSON: MappingFailure?

    /// An error of one's own, for initialisers of models.
    public init(
        key: String?, currentValue: Any?, reason: String?, file: StaticString? = nil, function: StaticString? = nil,
        line: UInt? = nil
    ) {
        self.key = key
        self.reason = reason
        self.file = file
        self.function = function
        self.line = line
        givenValue = currentValue
    }

    /// An error of a field.
    init(
        _ reading: MappingReader, _ record: FailureLog.Record, key: String?, reason: String, file: StaticString?,
        function: StaticString?, line: UInt?
    ) {
        self.init(key: key, currentValue: nil, reason: reason, file: file, function: function, line: line)
        self.reading = reading
        details = record
    }

    /// What was noted, if it was noted by `reading`.
    func record(in reading: MappingReader) -> FailureLog.Record? { self.reading === reading ? details : nil }

    /// The value that was found; nil if there was none.
    public var currentValue: Any? {
        get {
            guard let reading, let details, details.reason != .missing else { return givenValue }
            return reading.value(details.position)
        }
        set {
            givenValue = newValue
            reading = nil
        }
    }

    /// Where it is, what was expected and what was found; nil for an error of one's own.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    public var failure: MappingFailure? {
        guard let reading, let details else { return invalidJSON }
        return reading.failure(details)
    }
}

extension MapError: CustomStringConvertible {
    /// Reason, location in the source, key and value; and for fields that were read the path and the place in the text.
    public var description: String {
        let location: String? = file.map { file in
            let name = "\(file)".split(separator: "/").last.map(String.init) ?? ""
            let stem = name.hasSuffix(".swift") ? String(name.dropLast(6)) : name
            return "\(stem).\(function.map { "\($0)" } ?? ""):\(line.map { "\($0)" } ?? "")"
        }
        let value = currentValue.map { MapError.text($0) }
        var text = """
            Got an error while mapping.
            - reason: \(reason ?? "nil")
            - location: \(location ?? "nil")
            - key: \(key ?? "nil")
            - currentValue: \(value ?? "nil")
            """
        if let failure { text += "\n- failure: \(failure)" }
        return text
    }

    /// The text of a value; of a deep one its JSON, which is written without recursion.
    private static func text(_ value: Any) -> String {
        let json = JSON(value)
        return json.nests(deeperThan: 16) ? json.description : "\(value)"
    }
}
