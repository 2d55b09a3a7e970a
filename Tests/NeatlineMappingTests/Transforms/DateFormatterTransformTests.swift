import Dispatch
import Foundation
import Neatline
import NeatlineTestSupport
import Synchronization
import Testing

@Suite("DateFormatterTransform and CustomDateFormatTransform") struct DateFormatterTransformTests {
    private let date = Date(timeIntervalSince1970: 1_425_350_204)

    @Test("A formatter's locale, format and zone count")
    func formatter() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "de_DE")
        formatter.timeZone = .gmt
        formatter.dateFormat = "d. MMMM yyyy HH:mm:ss"
        let transform = DateFormatterTransform(dateFormatter: formatter)
        expect(transform.dateFormatter === formatter)
        try expectEqual(read(transform, #""3. März 2015 02:36:44""#), date)
        expectEqual(transform.transformToJSON(date), "3. März 2015 02:36:44")
        expect(transform.transformToJSON(nil) == nil)
    }

    @Test("A format in the current time zone round-trips")
    func customFormat() throws {
        let transform = CustomDateFormatTransform(formatString: "yyyy-MM-dd'T'HH:mm:ss")
        let text = "2015-03-03T02:36:44"
        let date = try #require(try read(transform, try quoted(text)))
        expectEqual(transform.transformToJSON(date), text)
        expect(transform.dateFormatter === transform.dateFormatter)
        expectEqual(transform.dateFormatter.dateFormat, "yyyy-MM-dd'T'HH:mm:ss")
    }

    @Test("A format can have a time zone")
    func timeZone() throws {
        let zone = try #require(TimeZone(secondsFromGMT: -3_600))
        let transform = CustomDateFormatTransform(formatString: "yyyy-MM-dd'T'HH:mm:ss", timeZone: zone)
        try expectEqual(read(transform, #""2015-03-03T01:36:44""#), date)
        expectEqual(transform.transformToJSON(date), "2015-03-03T01:36:44")
    }

    @Test(
        "What does not follow the format is nil",
        arguments: [#""""#, #""junk""#, #""2015-02-30T00:00:00""#, #""2015-03-03""#] + noStrings)
    func failures(text: String) throws {
        expect(try read(CustomDateFormatTransform(formatString: "yyyy-MM-dd'T'HH:mm:ss"), text) == nil)
    }

    @Test("Other values and unreachable dates are nil")
    func strangeValues() {
        let transform = CustomDateFormatTransform(formatString: "yyyy")
        for value in strangers + [2015] { expect(transform.transformFromJSON(value) == nil) }
        for interval in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            expect(transform.transformToJSON(Date(timeIntervalSince1970: interval)) == nil)
        }
    }

    @Test("The initializer of DateFormatter sets format and locale")
    func initializer() {
        let formatter = DateFormatter(withFormat: "MMMM", locale: "fr_FR")
        expectEqual(formatter.dateFormat, "MMMM")
        expectEqual(formatter.locale.identifier, "fr_FR")
        formatter.timeZone = .gmt
        expectEqual(formatter.string(from: date), "mars")
    }

    private final class Trimming: DateFormatterTransform {
        override func transformFromJSON(_ value: Any?) -> Date? {
            super.transformFromJSON((value as? String)?.replacingOccurrences(of: "on ", with: ""))
        }
    }
    private final class YearTransform: DateFormatterTransform {
        init() { super.init(dateFormatter: DateFormatter(withFormat: "yyyy", locale: "en_US_POSIX")) }
    }

    @Test("A subclass's transformFromJSON is used for parsed values too")
    func subclasses() throws {
        let formatter = DateFormatter(withFormat: "yyyy-MM-dd HH:mm:ssZ", locale: "en_US_POSIX")
        try expectEqual(read(Trimming(dateFormatter: formatter), #""on 2015-03-03 02:36:44+0000""#), date)
        expect(try read(YearTransform(), #""2015""#) != nil)
    }

    @Test("Threads that use it first at the same time get the same formatter")
    func firstUse() {
        for _ in 0..<100 {
            // The transform is created by one thread; its formatter is what they share.
            nonisolated(unsafe) let transform = CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt)
            let formatters = Mutex<[DateFormatter]>([])
            let waiting = Atomic(4)
            let group = DispatchGroup()
            for _ in 0..<4 {
                group.enter()
                Thread.detachNewThread {
                    waiting.subtract(1, ordering: .acquiringAndReleasing)
                    while waiting.load(ordering: .acquiring) > 0 { sched_yield() }
                    let formatter = transform.dateFormatter
                    formatters.withLock { $0.append(formatter) }
                    group.leave()
                }
            }
            group.wait()
            let first = transform.dateFormatter
            expectEqual(formatters.withLock { $0.count }, 4)
            expect(formatters.withLock { $0.allSatisfy { $0 === first } })
        }
    }
}
