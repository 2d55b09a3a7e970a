import Foundation

/// How thorough the random tests are.
///
/// `NEATLINE_TEST_SCALE` multiplies the number of rounds; 1 is the full number, the default in release. A build for
/// debugging does a fiftieth, because every step in it costs so much more.
public enum TestScale {
    /// What the numbers of rounds are multiplied with.
    public static let factor: Double = {
        if let text = ProcessInfo.processInfo.environment["NEATLINE_TEST_SCALE"], let factor = Double(text) {
            return factor
        }
        #if DEBUG
        return 0.02
        #else
        return 1
        #endif
    }()

    /// The rounds of a random test that does `count` at scale 1.
    public static func rounds(_ count: Int) -> Int { max(1, Int(Double(count) * factor)) }

    /// Whether a whole text is worth its time: the largest ones are not where every step is slow.
    public static func isAffordable(_ text: [UInt8]) -> Bool { factor >= 0.5 || text.count < 300_000 }

    /// Whether cases that take minutes in a build for debugging are worth their time.
    public static var isThorough: Bool { factor >= 0.05 }

    /// Takes a share of the cases of a test unless it `isThorough`. Each call with another `offset` takes others.
    public static func share<Case>(of cases: some Sequence<Case>, offset: Int = 0) -> [Case] {
        let step = isThorough ? 1 : stride
        return cases.enumerated().filter { ($0.offset + offset).isMultiple(of: step) }.map(\.element)
    }

    /// How far apart the cases of an exhaustive test are: 1 at scale 1, some more where every step is slow.
    public static var stride: Int { max(1, min(16, Int((1 / factor).squareRoot().rounded()))) }
}
