import NeatlineJSON
import NeatlineTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Freeing values")
struct TeardownTests {
    @Test("A deep value is freed in a process that has no key for thread-local data left")
    func withoutKeys() async {
        await #expect(processExitsWith: .success) {
            var key = pthread_key_t()
            while pthread_key_create(&key, nil) == 0 {}
            var values: [JSON] = []
            for _ in 0..<2 {
                var value: JSON = 1
                for level in 0..<200_000 { value = level.isMultiple(of: 2) ? [value] : ["k": value, "l": []] }
                values.append(value)
            }
            let parsed = try JSON(parsing: "[[1, 2], {\"a\": [3]}]")
            expectEqual(parsed[1]["a"][0], 3)
            values.removeAll()
            exit(0)
        }
    }
}
