import Foundation
import NeatlineFoundation
import NeatlineTestSupport
import Testing

/// What is stored in a coder belongs to users, and may use the coder while it dies.
@Suite("Values that use a coder while they die", .ownThreads, .hangLimit)
struct DyingValueTests {
    private final class Count: @unchecked Sendable {
        // Unchecked because one thread uses it.
        var deaths = 0
    }

    private final class Witness: @unchecked Sendable {
        // Unchecked because its closure is constant, and called once.
        private let die: () -> Void

        init(_ die: @escaping () -> Void) { self.die = die }

        deinit { die() }
    }

    private static let key = CodingUserInfoKey(rawValue: "witness")

    @Test("Encoder: each setting is replaced by one that releases the last reference to the old one")
    func encoder() throws {
        let key = try #require(DyingValueTests.key)
        let coder = NeatlineJSONEncoder()
        let count = Count()
        func witness() -> Witness {
            Witness { [unowned coder] in
                count.deaths += (try? coder.encode([coder.userInfo.count])) == nil ? 0 : 1
                coder.outputFormatting = []
            }
        }
        coder.userInfo = [key: witness()]
        coder.userInfo = [:]
        coder.userInfo[key] = witness()
        coder.userInfo[key] = nil
        func dates(_ held: Witness) { coder.dateEncodingStrategy = .custom { _, _ in withExtendedLifetime(held) {} } }
        dates(witness())
        coder.dateEncodingStrategy = .iso8601
        func data(_ held: Witness) { coder.dataEncodingStrategy = .custom { _, _ in withExtendedLifetime(held) {} } }
        data(witness())
        coder.dataEncodingStrategy = .base64
        func keys(_ held: Witness) {
            coder.keyEncodingStrategy = .custom { path in withExtendedLifetime(held) { path[path.count - 1] } }
        }
        keys(witness())
        coder.keyEncodingStrategy = .useDefaultKeys
        expectEqual(count.deaths, 5)
    }

    @Test("Decoder: also those that only the settings of an earlier call hold")
    func decoder() throws {
        let key = try #require(DyingValueTests.key)
        let coder = NeatlineJSONDecoder()
        let count = Count()
        func witness() -> Witness {
            Witness { [unowned coder] in
                count.deaths += coder.userInfo.isEmpty && (try? coder.decode([Int].self, from: "[1]")) == [1] ? 1 : 0
                coder.allowsJSON5 = false
            }
        }
        for decodes in [false, true] {
            func use() { if decodes { _ = try? coder.decode([Int].self, from: "[1]") } }
            coder.userInfo = [key: witness()]
            use()
            coder.userInfo = [:]
            func dates(_ held: Witness) {
                coder.dateDecodingStrategy = .custom { _ in
                    withExtendedLifetime(held) { Date(timeIntervalSince1970: 0) }
                }
            }
            dates(witness())
            use()
            coder.dateDecodingStrategy = .iso8601
            func data(_ held: Witness) {
                coder.dataDecodingStrategy = .custom { _ in withExtendedLifetime(held) { Data() } }
            }
            data(witness())
            use()
            coder.dataDecodingStrategy = .base64
            func keys(_ held: Witness) {
                coder.keyDecodingStrategy = .custom { path in withExtendedLifetime(held) { path[path.count - 1] } }
            }
            keys(witness())
            use()
            coder.keyDecodingStrategy = .useDefaultKeys
        }
        expectEqual(count.deaths, 8)
    }
}
