public import Foundation
public import NeatlineMapping
import NeatlineSystem

// The transforms of `@Transform` with two transforms, and of `@Dates`.

extension _Macro {
    /// Two transforms, one after the other.
    public struct Composed<First: TransformType, Second: TransformType>: TransformType
    where First.Object == Second.JSON {
        package let first: First
        private let second: Second

        /// Creates a transform that reads JSON by the first, and what that returns by the second.
        public init(_ first: First, _ second: Second) {
            self.first = first
            self.second = second
        }

        /// Returns the value of the property.
        public func transformFromJSON(_ value: Any?) -> Second.Object? {
            first.transformFromJSON(value).flatMap { second.transformFromJSON($0) }
        }

        /// Returns the value in JSON.
        public func transformToJSON(_ value: Second.Object?) -> First.JSON? {
            second.transformToJSON(value).flatMap { first.transformToJSON($0) }
        }

        /// What is read.
        public var expectedJSON: String { first.expectedJSON }
    }

    /// Dates in one of the forms.
    public struct Dates: TransformType {
        package let form: DateForm

        /// Creates a transform.
        public init(_ form: DateForm) { self.form = form }

        /// Returns the value of the property.
        public func transformFromJSON(_ value: Any?) -> Date? {
            guard form == .microsoft else { return Dates.transform(form).read(value) }
            guard let text = value as? String, text.hasPrefix("/Date("), text.hasSuffix(")/") else { return nil }
            let inner = text.dropFirst(6).dropLast(2)
            // An offset says where the date was written, not when.
            let sign = inner.dropFirst().lastIndex { $0 == "+" || $0 == "-" } ?? inner.endIndex
            let offset = inner[sign...].dropFirst()
            guard offset.allSatisfy(\.isNumber), let time = Int64(inner[..<sign]) else { return nil }
            return Date(timeIntervalSince1970: Double(time) / 1_000)
        }

        /// Returns the value in JSON.
        public func transformToJSON(_ value: Date?) -> Any? {
            guard form == .microsoft else {
                let json = Dates.transform(form).write(value)
                // Whole numbers without a fraction.
                return (json as? Double).flatMap { Int(exactly: $0) } ?? json
            }
            guard let time = value.map({ ($0.timeIntervalSince1970 * 1_000).rounded() }),
                let whole = Int64(exactly: time)
            else { return nil }
            return "/Date(\(whole))/"
        }

        /// What is read.
        public var expectedJSON: String {
            form == .microsoft ? "a date such as /Date(1458000000500)/" : Dates.transform(form).expectedJSON
        }

        /// The transforms of the forms that were used: a formatter is slow to create.
        private static let transforms = Locked<[DateForm: Shared]>([:])

        private static func transform(_ form: DateForm) -> Shared {
            transforms.withLock { transforms in
                if let transform = transforms[form] { return transform }
                let transform = Shared(form)
                transforms[form] = transform
                return transform
            }
        }
    }

    /// A transform of dates that is used by several threads.
    // Unchecked: the transforms of NeatlineMapping hold nothing that changes but a formatter, which is created once, on any
    // thread, and is used for reading and writing only.
    private final class Shared: @unchecked Sendable {
        private let transform: any TransformType<Date>

        init(_ form: DateForm) {
            switch form {
            case .iso8601, .microsoft: transform = ISO8601DateTransform(timeZone: .gmt)
            case .secondsSince1970: transform = DateTransform()
            case .millisecondsSince1970: transform = DateTransform(unit: .milliseconds)
            case .format(let format): transform = CustomDateFormatTransform(formatString: format, timeZone: .gmt)
            }
        }

        func read(_ value: Any?) -> Date? { transform.transformFromJSON(value) }
        func write(_ date: Date?) -> Any? { transform.transformToJSON(date) }
        var expectedJSON: String { transform.expectedJSON }
    }
}
