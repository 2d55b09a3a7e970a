import Foundation
import NeatlineFoundation
import NeatlineJSON

/// The error of `Map.value`, and of the throwing methods of a mapper of `ImmutableMappable`: which field could not be
/// read, and why.
///
/// It is cheap to create, so that `try? map.value("name")` costs little: path, position and value are computed when they are
/// read.
///
/// Unchecked Sendable because `currentValue` is `Any`: it is created from parsed text, or was passed by the caller.
public struct MapError: NSErrorBridgeable, @unchecked Sendable {
    /// The name of the field.
    public var key: String?
    /// The reason why the field could not be read.
    public var reason: String?
    /// The source file in which the field was read.
    public var file: StaticString?
    /// The function in which the field was read.
    public var function: StaticString?
    /// The source line in which the field was read.
    public var line: UInt?

    /// The value, if it was passed to the initializer.
    private var givenValue: Any?
    /// The run in which the error was recorded.
    private var reading: MappingReader?
    private var details: FailureLog.Record?
    /// The failure of a text that is not JSON.
    @usableFromInline var invalidJSON: MappingFailure?

    /// Creates an error, for initializers of models.
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

    /// Creates the error of a field.
    init(
        _ reading: MappingReader, _ record: FailureLog.Record, key: String?, reason: String, file: StaticString?,
        function: StaticString?, line: UInt?
    ) {
        self.init(key: key, currentValue: nil, reason: reason, file: file, function: function, line: line)
        self.reading = reading
        details = record
    }

    /// Returns the record of the error, if it belongs to `reading`.
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

    /// The path, the expectation and the value that was found; nil for an error that was created by code.
    ///
    /// - Complexity: O(*n*) in the size of the text.
    public var failure: MappingFailure? {
        guard let reading, let details else { return invalidJSON }
        return reading.failure(details)
    }
}

extension MapError: CustomStringConvertible {
    /// Reason, source location, key and value; for fields that were read, also the path and the position in the text.
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

    /// Returns the text of a value; for a deep one its JSON, which is written without recursion.
    private static func text(_ value: Any) -> String {
        let json = JSON(value)
        if case .error(let error) = json, error.code == .tooDeep { return error.message }
        return json.nests(deeperThan: 16) || hasUnprintableDate(value) ? json.description : "\(value)"
    }

    /// Whether a value is or contains a date that is NaN: on Linux its description ends the process.
    private static func hasUnprintableDate(_ value: Any) -> Bool {
        switch value {
        case let date as Date: date.timeIntervalSinceReferenceDate.isNaN
        case let values as [Any]: values.contains(where: hasUnprintableDate)
        case let values as [String: Any]: values.values.contains(where: hasUnprintableDate)
        default: false
        }
    }
}
