import NeatlineJSON
#if canImport(Glibc)
import Glibc
#endif

let path = CommandLine.arguments[1]
let f = fopen(path, "r")!
fseek(f, 0, SEEK_END); let n = ftell(f); fseek(f, 0, SEEK_SET)
let bytes = [UInt8](unsafeUninitializedCapacity: n) { b, c in c = fread(b.baseAddress, 1, n, f) }
func now() -> Double { var t = timespec(); clock_gettime(CLOCK_MONOTONIC, &t); return Double(t.tv_sec) * 1e9 + Double(t.tv_nsec) }
var best = Double.infinity
var words = 0
let reps = CommandLine.arguments.count > 2 ? Int(CommandLine.arguments[2])! : max(20, 300_000_000 / n)
for _ in 0..<reps {
    let t = now()
    words = _probe(bytes)
    best = min(best, now() - t)
}
print(path, n, "words", words, "w/B", Double(words) / Double(n), "MB/s", Double(n) / best * 1000)
