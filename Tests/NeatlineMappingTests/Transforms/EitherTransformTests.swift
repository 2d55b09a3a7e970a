import Foundation
import Neatline
import NeatlineTestSupport
import Testing

@Suite("EitherTransform") struct EitherTransformTests {
    private let transform = ISO8601DateTransform(timeZone: .gmt).or(DateTransform()).or(
        CustomDateFormatTransform(formatString: "yyyy-MM-dd", timeZone: .gmt))

    @Test("The first transform that can read a value reads it")
    func reading() throws {
        let date = Date(timeIntervalSince1970: 1_451_692_800)
        for text in [#""2016-01-02T00:00:00Z""#, "1451692800", #""1451692800""#, #""2016-01-02""#] {
            try expectEqual(read(transform, text), date, "\(text)")
        }
        // A year for the last of them is a number for the second.
        try expectEqual(read(transform, #""2016""#), Date(timeIntervalSince1970: 2_016))
    }

    @Test("What none can read is nil", arguments: ["null", "true", #""""#, #""junk""#, "[]", "{}"])
    func failures(text: String) throws {
        expect(try read(transform, text) == nil)
    }

    @Test("The first transform writes")
    func writing() {
        expectEqual(transform.transformToJSON(Date(timeIntervalSince1970: 0)), "1970-01-01T00:00:00Z")
        expect(transform.transformToJSON(nil) == nil)
    }
}
