import NeatlineSystem
import Foundation
import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// The vectors are those of RFC 1321, section A.5, and FIPS 180-4's examples; the others were made with Python's
/// `hashlib`, which stands on OpenSSL.
@Suite("Message digests")
struct MessageDigestTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        var name: String
        var empty: String
        var abc: String
        var millionTimesA: String
        var allLengths: String

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(
            name: "MD5", empty: "d41d8cd98f00b204e9800998ecf8427e", abc: "900150983cd24fb0d6963f7d28e17f72",
            millionTimesA: "7707d6ae4e027c70eea2a935c2296f21", allLengths: "b9d5b0ec0d207bb96cccb77036c15f87"),
        Kind(
            name: "SHA-256", empty: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            millionTimesA: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
            allLengths: "f65f14b090e805017546322e618401d41f0710c213e013a5131eb38bbe8f367f"),
        Kind(
            name: "SHA-512",
            empty: "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
            abc: "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
            millionTimesA: "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
                + "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
            allLengths: "8dbfff7fba0e8bdbab57c3b7ce89219cf36e43c426ac64166db2ed89c603f2e1"
                + "89f415de2614e940d4abc94ffb5f3db0da34196e9b42d6150fab1546a662ec58"),
        Kind(
            name: "SHA-512-256", empty: "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a",
            abc: "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23",
            millionTimesA: "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21",
            allLengths: "dca9070950e519405192b0b19be0996fb4ccd3e668c6d623748fd89a9e11c148"),
    ]

    @Test("known texts have known digests", arguments: kinds)
    func vectors(kind: Kind) throws {
        let algorithm = try #require(DigestAlgorithm(kind.name))
        expectEqual(algorithm.hash(""), kind.empty)
        expectEqual(algorithm.hash("abc"), kind.abc)
        expectEqual(algorithm.hash(of: .none), kind.empty)
        expectEqual(
            algorithm.hash(of: .bytes(Data(repeating: UInt8(ascii: "a"), count: 1_000_000))), kind.millionTimesA)
    }

    @Test("inputs of every length around blocks, in one piece and in many", arguments: kinds)
    func lengths(kind: Kind) throws {
        switch kind.name {
        case "MD5": try check(MD5.self, kind)
        case "SHA-256": try check(SHA256.self, kind)
        case "SHA-512": try check(SHA512.self, kind)
        default: try check(SHA512Half.self, kind)
        }
    }

    private func check<Hash: BlockDigest>(_ hash: Hash.Type, _ kind: Kind) throws {
        var all = MessageDigest<Hash>()
        for length in 0..<300 {
            let input = (0..<length).map { UInt8($0 * 7 % 256) }
            let digest = input.withUnsafeBytes { MessageDigest<Hash>.of($0) }
            digest.withUnsafeBytes { all.update($0) }
            var pieces = MessageDigest<Hash>()
            var start = 0
            var size = 1
            while start < length {
                let end = min(start + size, length)
                Array(input[start..<end]).withUnsafeBytes { pieces.update($0) }
                (start, size) = (end, size * 3 % 131)
            }
            expectEqual(pieces.finish(), digest)
        }
        expectEqual(HexadecimalDigits.text(all.finish()), kind.allLengths)
    }
}
