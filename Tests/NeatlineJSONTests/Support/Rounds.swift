import NeatlineTestSupport

/// The rounds of a random test that does `count` of them when it is run in full; see `TestScale`.
func rounds(_ count: Int) -> Int { TestScale.rounds(count) }
