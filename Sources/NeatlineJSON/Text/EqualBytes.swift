/// Returns whether two runs of `count` bytes are equal.
///
/// Compares eight bytes at a time, the last eight overlapping those before; never reads outside the runs.
@inline(__always)
func equalBytes(_ a: Cursor?, _ b: Cursor?, _ count: Int) -> Bool {
    assert(count >= 0)
    guard let a, let b, count > 0 else { return true }
    // SAFETY: each load below lies within `count` bytes of both runs.
    if count >= 8 {
        var offset = 0
        while offset < count &- 8 {
            if (a + offset).load64() != (b + offset).load64() { return false }
            offset &+= 8
        }
        return (a + (count &- 8)).load64() == (b + (count &- 8)).load64()
    }
    if count >= 4 {
        return a.load32() == b.load32() && (a + (count &- 4)).load32() == (b + (count &- 4)).load32()
    }
    if count >= 2 {
        return a.load16() == b.load16() && a[count &- 1] == b[count &- 1]
    }
    return a[0] == b[0]
}
