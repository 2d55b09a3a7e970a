import Foundation
import NeatlineFoundation

@testable import NeatlineHTTP

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What servers say in fields, and what programs put into requests: the first byte says what the text is.
///
/// What is read keeps within its bounds, and gives the same when it is written and read again.
func fuzzHeaders(_ input: inout FuzzInput) {
    switch input.number(below: 8) {
    case 0: fuzzCookies(&input)
    case 1: fuzzChallenges(&input)
    case 2: checkDate(text(input.rest()))
    case 3: checkReference(&input)
    case 4: checkResumeData(input.rest())
    case 5: fuzzDisposition(&input)
    case 6: checkForm(&input)
    default: checkLines(&input)
    }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

// MARK: - Dates

private func checkDate(_ text: String) {
    guard let date = HTTPDate.date(text) else { return }
    let seconds = date.timeIntervalSince1970
    check(seconds == seconds.rounded() && (-11_644_473_600..<253_402_300_800) ~= seconds, "out of range: \(seconds)")
    let days = Int((seconds / 86_400).rounded(.down))
    let (hour, rest) = (Int(seconds) - days * 86_400).quotientAndRemainder(dividingBy: 3600)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    // Days to a date: civil_from_days, by Howard Hinnant.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let again = "\(day) \(months[month - 1]) \(year) \(hour):\(rest / 60):\(rest % 60) GMT"
    check(HTTPDate.date(again) == date, "another date: \(again)")
}

// MARK: - References

private func checkReference(_ input: inout FuzzInput) {
    let start = "http://a.b/c/d;p?q#f"
    guard let base = URIReference.resolve(input.piece(), against: start) else { return }
    let reference = input.rest()
    checkParts(reference)
    guard let first = URIReference.resolve(reference, against: base) else { return }
    check(first.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "other bytes than those of URLs: \(first)")
    // Without an authority, which only web URLs must have, a path may begin like one.
    guard first.lowercased().hasPrefix("http:") || first.lowercased().hasPrefix("https:") else { return }
    // A base keeps its dots where the reference has no path.
    guard let second = URIReference.resolve(first.utf8, against: base) else { fatalError("no reference: \(first)") }
    check(URIReference.resolve(second.utf8, against: start) == second, "resolved to another: \(second)")
    checkParts(Array(first.utf8))
    guard let url = URL(string: first), url.absoluteString == first, let origin = Origin(url) else { return }
    // Foundation has the same parts, where it can read the URL.
    let host = origin.host.hasPrefix("[") ? String(origin.host.dropFirst().dropLast()) : origin.host
    // Addresses may be written in several ways, of which the origin has one.
    let isPlain =
        origin.host.utf8.allSatisfy { isLetter($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    if let theirs = url.host(percentEncoded: true), isPlain {
        check(theirs.lowercased() == host, "another host: \(first), \(theirs)")
        check(url.port ?? (origin.isSecure ? 443 : 80) == origin.port, "another port: \(first)")
    }
}

/// The parts of a reference lie one behind the other, and give the whole.
private func checkParts(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
        let parts = URIParts(bytes)
        var whole: [UInt8] = []
        if let scheme = parts.scheme { whole += bytes[scheme] + [UInt8(ascii: ":")] }
        if let authority = parts.authority {
            whole += Array("//".utf8) + bytes[authority]
            if let parts = URIAuthority(bytes, in: authority) {
                let start = parts.userinfo.map { $0.upperBound + 1 } ?? authority.lowerBound
                check(parts.host.lowerBound == start && parts.host.upperBound <= authority.upperBound, "another host")
                check((0...65_535).contains(parts.port ?? 0), "another port")
            }
        }
        whole += bytes[parts.path]
        if let query = parts.query { whole += [UInt8(ascii: "?")] + bytes[query] }
        if let fragment = parts.fragment { whole += [UInt8(ascii: "#")] + bytes[fragment] }
        check(whole.elementsEqual(bytes), "the parts are not the whole")
        _ = RequestTarget.read(bytes)
    }
}

// MARK: - Downloads

private func checkResumeData(_ bytes: [UInt8]) {
    do throws(InvalidResumeData) {
        let record = try DownloadRecord(Data(bytes))
        check(record.offset >= 0 && record.offset <= record.count, "goes on at \(record.offset)")
        guard let data = record.data else { fatalError("no data") }
        check(try DownloadRecord(data) == record, "another record")
        let request = record.request
        check(record.isResumed(by: record.resuming(request)), "not resumed")
        let anew = record.beginningAnew(record.resuming(request))
        check(anew.value(forHTTPHeaderField: "Range") == nil, "not begun anew")
    } catch {
        check(!error.reason.isEmpty, "no reason")
    }
}

// MARK: - Forms

private func checkForm(_ input: inout FuzzInput) {
    let boundary = "edge"
    let form = MultipartFormData(boundary: boundary)
    var lengths = 0
    var count = 0
    for _ in 0..<4 {
        var flags = input.flags()
        let hasFileName = flags.next()
        let hasType = flags.next()
        let name = text(input.piece())
        let fileName = hasFileName ? text(input.piece()) : nil
        let type = hasType ? text(input.piece()) : nil
        let data = Data(input.piece())
        form.append(data, withName: name, fileName: fileName, mimeType: type)
        let headers = MultipartPart.headers(name: name, fileName: fileName, mimeType: type)
        let head = Array(MultipartPart(headers: headers, content: .data(data), length: UInt64(data.count)).head.utf8)
        // A line for each field and the empty one: nothing begins a field of its own.
        let lines = headers.count + 1
        check(head.count { $0 == 0x0A } == lines && head.count { $0 == 0x0D } == lines, "lines")
        check(!head.contains(0), "a NUL in the head")
        lengths += head.count + data.count
        count += 1
    }
    guard let encoded = try? form.encode() else { fatalError("not encoded") }
    check(encoded.starts(with: "--\(boundary)\r\n".utf8), "no opening boundary")
    let closing = Array("\r\n--\(boundary)--\r\n".utf8)
    check(Array(encoded.suffix(closing.count)) == closing, "no closing boundary")
    let borders = (boundary.utf8.count + 4) + (count - 1) * (boundary.utf8.count + 6) + closing.count
    check(encoded.count == lengths + borders, "\(encoded.count) bytes instead of \(lengths + borders)")
    _ = MultipartBoundary.contentType(text(input.rest()))
}

// MARK: - Lines, media types, ranges

private func checkLines(_ input: inout FuzzInput) {
    let media = text(input.piece())
    if let type = MediaType(media) {
        check(MediaType(type.text)?.text == type.text, "another type: \(type.text)")
        check(type.includes(type) && MediaType("*/*")?.includes(type) == true, "not included: \(type.text)")
    }
    if let range = ContentRange(media) {
        check(range.first >= 0 && range.first <= range.last && range.last < range.total ?? .max, "no range: \(media)")
    }
    let bytes = input.rest()
    let lines = HeaderLines(bytes)
    var end = 0
    for field in lines {
        check(field.name.lowerBound >= end && field.name.upperBound <= field.value.lowerBound, "fields overlap")
        check(field.value.upperBound <= bytes.count, "a value behind the end")
        check(!field.name.isEmpty && bytes[field.name].allSatisfy { $0 > 0x20 && $0 < 0x7F }, "no name")
        end = field.value.upperBound
        check(lines.has(field, name: text(Array(bytes[field.name]))), "not its own name")
    }
    for name in ["set-cookie", "content-length", "a"] as [StaticString] {
        let first = lines.first(name).map { lines.text($0.indices) }
        check(first == lines.all(name).first, "first is not the first of all")
    }
    check(lines.contentLength ?? 0 >= 0, "a negative length")
    let head = TransportResponseHead(status: 200, lines: bytes)
    _ = head.headers.dictionary
}
