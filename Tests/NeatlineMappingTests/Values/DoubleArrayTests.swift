import Neatline
import NeatlineTestSupport
import Testing

/// Arrays of doubles are read in one loop; the results and failures are those of elements that are read one by one.
@Suite("Arrays of doubles")
struct DoubleArrayTests {
    /// A double that is read by itself.
    struct Single: MappableValue, Equatable {
        var value: Double

        static func value(from reader: ValueReader) -> Single? { Double.value(from: reader).map { Single(value: $0) } }
        func write(to writer: ValueWriter) { value.write(to: writer) }
    }

    struct Model<Element: MappableValue>: Mappable {
        var list: [Element] = []
        var rows: [[Element]]?

        init?(map: Map) {}
        mutating func mapping(map: Map) {
            list <- map["list"]
            rows <- map["rows"]
        }
    }

    private func read<Element>(_ type: Element.Type, _ text: String, _ options: MappingOptions) -> (
        Model<Element>?, [String]
    ) {
        let mapper = Mapper<Model<Element>>()
        mapper.options = options
        return (mapper.map(JSONString: text), mapper.failures.map(\.description))
    }

    @Test("All arrays of up to three elements")
    func exhaustive() throws {
        let values = ["1", "-0", "2.5", "1e400", "null", #""3""#, "true", "[4]"]
        var lists = [[String]()]
        for _ in 0..<3 { lists += lists.flatMap { list in values.map { list + [$0] } } }
        var lenient = MappingOptions()
        lenient.coercesScalars = true
        lenient.omitsBrokenElements = true
        for list in Set(lists) {
            let array = "[" + list.joined(separator: ", ") + "]"
            let text = #"{"list": \#(array), "rows": [\#(array), [7]]}"#
            for options in [MappingOptions(), lenient] {
                let (model, failures) = read(Double.self, text, options)
                let (singles, expected) = read(Single.self, text, options)
                expectEqual(model?.list, singles?.list.map(\.value), "\(text)")
                expectEqual(model?.rows, singles?.rows?.map { $0.map(\.value) }, "\(text)")
                expectEqual(failures, expected, "\(text)")
            }
        }
    }
}
