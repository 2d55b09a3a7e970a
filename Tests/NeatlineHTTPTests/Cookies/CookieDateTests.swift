import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

@Suite("Cookies: dates", .ownThreads)
struct CookieDateTests {
    @Test(
        "many forms, one moment",
        arguments: [
            "Wed, 09 Jun 2021 10:18:14 GMT", "Wednesday, 09-Jun-21 10:18:14 GMT", "Wed Jun  9 10:18:14 2021",
            "9 JUNE 2021 10:18:14", "10:18:14 9 jun 21", "2021 10:18:14 Junk 9", "Wed, 9-Jun-2021 10:18:14 +0200",
            "09;jun;2021;10:18:14", "x Jun 09 10:18:14x 2021", "9th Jun 2021 10:18:14",
        ])
    func forms(_ text: String) {
        expectEqual(HTTPDate.date(text), Date(timeIntervalSince1970: 1_623_233_894))
    }

    @Test(
        "years of two digits",
        arguments: [("70", 0.0), ("99", 915_148_800), ("00", 946_684_800), ("69", 3_124_224_000)])
    func shortYears(_ year: String, _ seconds: Double) {
        expectEqual(HTTPDate.date("1 Jan \(year) 00:00:00"), Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "what is no date",
        arguments: [
            "", "Wed", "9 Jun 2021", "10:18:14 Jun 2021", "9 10:18:14 2021", "9 Jun 10:18:14", "9 Jun 1600 10:18:14",
            "32 Jan 2021 00:00:00", "0 Jan 2021 00:00:00", "31 Jun 2021 00:00:00", "29 Feb 2021 00:00:00",
            "29 Feb 2100 00:00:00", "9 Jun 2021 24:00:00", "9 Jun 2021 10:60:00", "9 Jun 2021 10:18:60",
            "9 Jun 2021 10:18", "9 Jun 2021 100:18:14", "9 Jun 2021 10:18:141", "999 Jun 12021 10:18:14",
        ])
    func noDates(_ text: String) {
        expect(HTTPDate.date(text) == nil)
    }

    @Test("leap days, and days as Foundation counts them")
    func days() {
        expectEqual(HTTPDate.date("29 Feb 2000 00:00:00"), Date(timeIntervalSince1970: 951_782_400))
        var generator = SeededGenerator(seed: 6265)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0)!
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        for _ in 0..<TestScale.rounds(10_000) {
            let date = Date(
                timeIntervalSince1970: Double(Int.random(in: -10_000_000_000...200_000_000_000, using: &generator)))
            let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
            guard let year = parts.year, (1601...9999).contains(year) else { continue }
            let text =
                "\(parts.day!) \(months[parts.month! - 1]) \(year) \(parts.hour!):\(parts.minute!):\(parts.second!)"
            expectEqual(HTTPDate.date(text), date, "\(text)")
        }
    }
}
