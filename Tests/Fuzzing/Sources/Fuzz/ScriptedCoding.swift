import Foundation
import NeatlineTestSupport

@testable import CodingSubjects

private typealias Key = CustomStrategies.Key

/// A value that asks an encoder for containers of all kinds and fills them in turns, as a script of bytes says.
///
/// It does nothing at which Foundation traps: no two kinds of containers at one path, no nested container under a name
/// that is used for something else.
struct ScriptedValue: Encodable, Sendable {
    let script: [UInt8]
    let depth: Int

    private enum Container {
        case keyed(KeyedEncodingContainer<CustomStrategies.Key>)
        case unkeyed(any UnkeyedEncodingContainer)
    }

    func encode(to encoder: any Encoder) throws {
        var steps = script[...]
        func next() -> Int { steps.popFirst().map(Int.init) ?? 0 }
        var containers = [container(of: encoder, isKeyed: next() & 1 == 0)]
        var count = 0
        while !steps.isEmpty, count < 60 {
            count += 1
            let index = next() % containers.count
            let step = next()
            switch containers[index] {
            case .keyed(var keyed):
                let key = Key(stringValue: ["a", "someKey", "é/", "", "d_e"][step >> 4 % 5])
                let own = Key(stringValue: "nested\(count)")
                switch step & 15 {
                case 0: try keyed.encode(next() - 100, forKey: key)
                case 1: try keyed.encode("text\(next())", forKey: key)
                case 2: try keyed.encodeNil(forKey: key)
                case 3: try keyed.encode([1.5, Double(next())], forKey: key)
                case 4: try keyed.encode(["k": [next()]], forKey: key)
                case 5: try keyed.encodeIfPresent(next() & 1 == 0 ? nil : true, forKey: key)
                case 6, 7:
                    containers.append(.keyed(keyed.nestedContainer(keyedBy: Key.self, forKey: own)))
                case 8, 9: containers.append(.unkeyed(keyed.nestedUnkeyedContainer(forKey: own)))
                case 10:
                    try Date(timeIntervalSince1970: Double(next())).encode(to: keyed.superEncoder(forKey: own))
                case 11:
                    let inner = keyed.superEncoder(forKey: own)
                    try ScriptedValue(script: nested(&steps), depth: depth + 1).encode(to: inner)
                case 12: try keyed.encode(Date(timeIntervalSince1970: Double(next())), forKey: key)
                case 13: try keyed.encode(Data([UInt8(next())]), forKey: key)
                default:
                    if depth < 3 {
                        try keyed.encode(ScriptedValue(script: nested(&steps), depth: depth + 1), forKey: own)
                    }
                }
                containers[index] = .keyed(keyed)
            case .unkeyed(var unkeyed):
                switch step & 15 {
                case 0, 1: try unkeyed.encode(next() - 100)
                case 2: try unkeyed.encode("text\(next())")
                case 3: try unkeyed.encodeNil()
                case 4: try unkeyed.encode([1.5, Double(next())])
                case 5: try unkeyed.encode(["k": [next()]])
                case 6, 7: containers.append(.keyed(unkeyed.nestedContainer(keyedBy: Key.self)))
                case 8, 9: containers.append(.unkeyed(unkeyed.nestedUnkeyedContainer()))
                case 10: try Date(timeIntervalSince1970: Double(next())).encode(to: unkeyed.superEncoder())
                case 11: try unkeyed.encode(contentsOf: [1, 2, next()])
                case 12: try unkeyed.encode(Date(timeIntervalSince1970: Double(next())))
                case 13: try unkeyed.encode(Data([UInt8(next())]))
                default:
                    if depth < 3 {
                        try unkeyed.encode(ScriptedValue(script: nested(&steps), depth: depth + 1))
                    }
                }
                containers[index] = .unkeyed(unkeyed)
            }
        }
    }

    private func container(of encoder: any Encoder, isKeyed: Bool) -> Container {
        isKeyed ? .keyed(encoder.container(keyedBy: Key.self)) : .unkeyed(encoder.unkeyedContainer())
    }

    /// The script of a value inside.
    private func nested(_ steps: inout ArraySlice<UInt8>) -> [UInt8] {
        let count = Int(steps.popFirst() ?? 0) % 16
        defer { steps = steps.dropFirst(count) }
        return Array(steps.prefix(count))
    }
}

/// A value that asks a decoder for everything that a script of bytes says, and notes what it gets.
struct ScriptedReading: Decodable, Equatable {
    /// The script of all values that are decoded now.
    nonisolated(unsafe) static var script: [UInt8] = []

    /// What the decoder said, step by step.
    let trace: [String]

    private enum Container {
        case keyed(KeyedDecodingContainer<CustomStrategies.Key>)
        case unkeyed(any UnkeyedDecodingContainer)
        case single(any SingleValueDecodingContainer)
    }

    init(from decoder: any Decoder) throws {
        var steps = ScriptedReading.script[...]
        func next() -> Int { steps.popFirst().map(Int.init) ?? 0 }
        var trace: [String] = []
        /// What `body` gives, or the kind of its error: paths have differences that are meant.
        func note<Value>(_ body: () throws -> Value) -> Value? {
            do {
                let value = try body()
                trace.append("\(value)")
                return value
            } catch {
                trace.append("\(CodingFailure(error).kind)")
                return nil
            }
        }
        func open(_ container: () throws -> Container) -> Container? {
            do {
                return try container()
            } catch {
                trace.append("\(CodingFailure(error).kind)")
                return nil
            }
        }
        func container(of decoder: any Decoder) -> Container? {
            switch next() % 3 {
            case 0: open { .keyed(try decoder.container(keyedBy: Key.self)) }
            case 1: open { .unkeyed(try decoder.unkeyedContainer()) }
            default: open { .single(try decoder.singleValueContainer()) }
            }
        }
        var containers: [Container] = []
        var count = 0
        while !steps.isEmpty, count < 60 {
            count += 1
            if containers.isEmpty || steps.first == 255 {
                if steps.first == 255 { _ = next() }
                if let opened = container(of: decoder) { containers.append(opened) }
                continue
            }
            let index = next() % containers.count
            let step = next()
            switch containers[index] {
            case .keyed(let keyed):
                let names = ["a", "value", "someKey", "é", "", "id", "b"]
                let key = Key(stringValue: names[step >> 4 % names.count])
                switch step & 15 {
                case 0: _ = note { try keyed.decode(Int.self, forKey: key) }
                case 1: _ = note { try keyed.decode(String.self, forKey: key) }
                case 2: _ = note { try keyed.decode(Bool.self, forKey: key) }
                case 3: _ = note { try keyed.decode(UInt8.self, forKey: key) }
                case 4: _ = note { try keyed.decodeIfPresent(Double.self, forKey: key) }
                case 5: _ = note { try keyed.decodeNil(forKey: key) }
                case 6: _ = note { keyed.contains(key) }
                case 7: _ = note { keyed.allKeys.map(\.stringValue).sorted() }
                case 8: _ = note { try keyed.decode([Int?].self, forKey: key) }
                case 9: _ = note { try keyed.decodeIfPresent([String: Int].self, forKey: key)?.sorted { $0 < $1 } }
                case 10:
                    if let opened = open({ .keyed(try keyed.nestedContainer(keyedBy: Key.self, forKey: key)) }) {
                        containers.append(opened)
                    }
                case 11:
                    if let opened = open({ .unkeyed(try keyed.nestedUnkeyedContainer(forKey: key)) }) {
                        containers.append(opened)
                    }
                case 12:
                    if let inner = try? keyed.superDecoder(forKey: key), let opened = container(of: inner) {
                        containers.append(opened)
                    }
                default: _ = note { try keyed.decode(Float.self, forKey: key) }
                }
            case .unkeyed(var unkeyed):
                switch step & 15 {
                case 0: _ = note { try unkeyed.decode(Int.self) }
                case 1: _ = note { try unkeyed.decode(String.self) }
                case 2: _ = note { try unkeyed.decode(Bool.self) }
                case 3: _ = note { try unkeyed.decode(Int16.self) }
                case 4: _ = note { try unkeyed.decode(Double.self) }
                case 5: if !unkeyed.isAtEnd { _ = note { try unkeyed.decodeNil() } }
                case 6: _ = note { (unkeyed.isAtEnd, unkeyed.currentIndex, unkeyed.count ?? -1) }
                case 7: _ = note { try unkeyed.decode([Int?].self) }
                case 8:
                    if let opened = open({ .keyed(try unkeyed.nestedContainer(keyedBy: Key.self)) }) {
                        containers.append(opened)
                    }
                case 9:
                    if let opened = open({ .unkeyed(try unkeyed.nestedUnkeyedContainer()) }) {
                        containers.append(opened)
                    }
                case 10:
                    if let inner = try? unkeyed.superDecoder(), let opened = container(of: inner) {
                        containers.append(opened)
                    }
                default: if !unkeyed.isAtEnd { _ = note { try unkeyed.decodeIfPresent(String.self) } }
                }
                containers[index] = .unkeyed(unkeyed)
            case .single(let single):
                switch step & 7 {
                case 0: _ = note { try single.decode(Int.self) }
                case 1: _ = note { try single.decode(String.self) }
                case 2: _ = note { try single.decode(Bool.self) }
                case 3: _ = note { try single.decode(Double.self) }
                case 4: _ = note { single.decodeNil() }
                case 5: _ = note { try single.decode([Int].self) }
                case 6: _ = note { try single.decode([String: Int].self).sorted { $0 < $1 } }
                default: _ = note { try single.decode(UInt64.self) }
                }
            }
        }
        self.trace = trace
    }
}

/// Decodes a text by a script; nil if both libraries do the same.
func scriptedReadingDisagreement(_ script: [UInt8], _ text: [UInt8], _ settings: DecodingSettings) -> String? {
    ScriptedReading.script = script
    return CodingSubject(decoding: ScriptedReading.self, []).decodingDisagreement(text, settings)
}
