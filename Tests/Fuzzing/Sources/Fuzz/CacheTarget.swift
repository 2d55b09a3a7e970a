import Foundation
import NeatlineFoundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is in the files of a cache, and what servers and programs say in `Cache-Control`.
///
/// Any bytes are a response or none; one that was read is written and read again as the same, and judged without a trap.
func fuzzCache(_ input: inout FuzzInput) {
    switch input.number(below: 3) {
    case 0: checkFile(input.rest())
    // What follows the checksum, which nobody would guess.
    case 1: checkFile(CacheFile.sealed(input.rest()))
    default: checkDirectives(&input)
    }
}

private let asked = CacheRequest(
    method: "GET", key: "http://a/",
    headers: HTTPHeaders([HTTPHeader(name: "Cache-Control", value: "max-stale, stale-if-error=9")]))

private func checkFile(_ bytes: [UInt8]) {
    let start = CacheFile.Start(bytes)
    guard let read = CacheFile.response(from: bytes) else { return }
    check(start?.responseTime == read.parts.responseTime, "another time")
    check(read.parts.body.count + read.parts.lines.count <= bytes.count, "more than there is")
    let written = CacheFile.bytes(of: read)
    guard let again = CacheFile.response(from: written) else { fatalError("not read again") }
    let (one, two) = (read.parts, again.parts)
    check(
        one.key == two.key && one.selection == two.selection && one.status == two.status && one.version == two.version
            && one.lines == two.lines && one.body == two.body && one.requestTime == two.requestTime
            && one.responseTime == two.responseTime, "another response")
    check(CacheFile.Start(written) == CacheFile.Start(again), "another start")
    for now in [0, 784_111_777, 4e9, -1e300, 1e300, one.responseTime] {
        let age = read.age(at: now)
        check(age >= 0 && read.lifetime >= 0, "an age of \(age), a lifetime of \(read.lifetime)")
        let head = HeaderLines(read.head(at: now).lines)
        // Lines as they are stored.
        if StoredResponse.removing(from: one.lines, where: { _, _ in false }) == one.lines {
            check(head.all("age").count == 1, "not one age")
        }
        _ = CacheRules.answer(to: asked, from: [read], at: now)
    }
    let renewed = read.freshened(by: one.lines, requestTime: 0, responseTime: 1)
    check(renewed.parts.body == one.body && renewed.parts.status == one.status, "renewed to something else")
}

private func checkDirectives(_ input: inout FuzzInput) {
    let values = [input.piece(), input.piece(), input.rest()].map(text)
    let read = CacheDirectives(values)
    for time in [read.maxAge, read.minFresh, read.staleWhileRevalidate, read.staleIfError].compactMap(\.self) {
        check((0...CacheDirectives.longest) ~= time, "a time of \(time)")
    }
    check(read.maxStale ?? 0 >= 0, "a negative time")
    check(!(read.isForAllUsers && read.isPrivate), "private, and for all")
    let capitals = values.map { value in
        String(decoding: value.utf8.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
    }
    check(CacheDirectives(capitals) == read, "capitals count")
    if !read.isMalformed {
        check(CacheDirectives([values.joined(separator: ",")]) == read, "one field says something else")
    }
    for value in values {
        var members: [String] = []
        let isWhole = CacheFieldList.forEachMember(of: value) { members.append(String(decoding: $0, as: UTF8.self)) }
        var again: [String] = []
        _ = CacheFieldList.forEachMember(of: members.joined(separator: ", ")) {
            again.append(String(decoding: $0, as: UTF8.self))
        }
        check(!isWhole || again == members, "other members: \(again)")
    }
}
