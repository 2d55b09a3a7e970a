import Foundation

/// All rows of the differential test.
enum Subjects {
    /// Scalars, each alone, optional, and in every kind of container.
    static let scalars: [CodingSubject] =
        shapes(Bool.self, [true, false])
        + shapes(String.self, Texts.strings)
        + shapes(Int.self, [0, 1, -1, .max, .min])
        + shapes(Int8.self, [0, -1, .max, .min])
        + shapes(Int16.self, [0, -1, .max, .min])
        + shapes(Int32.self, [0, -1, .max, .min])
        + shapes(Int64.self, [0, -1, .max, .min])
        + shapes(Int128.self, [0, -1, .max, .min, Int128(Int64.max) + 1])
        + shapes(UInt.self, [0, 1, .max])
        + shapes(UInt8.self, [0, 1, .max])
        + shapes(UInt16.self, [0, 1, .max])
        + shapes(UInt32.self, [0, 1, .max])
        + shapes(UInt64.self, [0, 1, .max, UInt64(Int64.max) + 1])
        + shapes(UInt128.self, [0, 1, .max, UInt128(UInt64.max) + 1])
        + shapes(
            Float.self,
            [0, -0.0, 0.1, 1.5, 16_777_218, 1e10, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan])
        + shapes(Double.self, Texts.doubles)
        + shapes(Decimal.self, Texts.decimals)
        + shapes(URL.self, Texts.urls)
        + shapes(Data.self, [Data(), Data([0]), Data([1, 2]), Data([0xFF, 0xFE, 0xFD]), Data(0...255)])
        + shapes(Date.self, Texts.dates)
        + shapes(UUID.self, [UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))])
        + shapes(CGFloat.self, [0, 0.1, -2.5])

    /// One type alone and in containers.
    private static func shapes<T: Codable & Hashable & Sendable>(_ type: T.Type, _ values: [T]) -> [CodingSubject] {
        let texts = Texts.scalars
        let inObjects = texts.map { "{\"value\":\($0)}" }
        let inArrays = texts.map { "[\($0)]" }
        return [
            CodingSubject(T.self, texts, values: values),
            CodingSubject(T?.self, texts, values: values.map { $0 } + [nil]),
            CodingSubject(Coded.Box<T>.self, inObjects + Texts.boxes, values: values.map { Coded.Box(value: $0) }),
            CodingSubject(
                Coded.Box<T?>.self, inObjects + Texts.boxes,
                values: values.map { Coded.Box(value: $0) } + [Coded.Box(value: nil)]),
            CodingSubject(
                [T].self, inArrays + ["[]", "null", "{}", "5"],
                values: values.map { [$0] } + [[], values]),
            CodingSubject([T?].self, inArrays, values: [[nil], values.map { $0 }]),
            CodingSubject(
                [String: T].self, inObjects + ["[]", "null"], values: values.map { ["k": $0] } + [[:]]),
            CodingSubject([String: T?].self, inObjects, values: [["k": nil], ["k": values[0]]]),
            CodingSubject(Coded.Wrapped<T>.self, texts, values: values.map { Coded.Wrapped(value: $0) }),
            CodingSubject(
                Coded.Pair<T, T>.self,
                texts.map { "[\($0), \($0)]" } + inArrays, values: values.map { Coded.Pair(first: $0, second: $0) }),
        ]
    }
}
