import NeatlineJSON
import NeatlineTestSupport
import Testing

/// Nicolas Seriot's JSONTestSuite ("Parsing JSON is a Minefield", 2016), where it lies in `../shared`. Where it does not,
/// these tests say so and end: `GrammarTests` and `ImplementationDefinedTests` cover the same ground.
@Suite("JSONTestSuite")
struct JSONTestSuiteTests {
    private func files(_ prefix: String) -> [(name: String, bytes: [UInt8])] {
        let files = SharedFiles.testSuite.filter { $0.name.hasPrefix(prefix) }
        if files.isEmpty { print("JSONTestSuite is not at hand: no \(prefix) files are tested") }
        return files
    }

    @Test("every y_ text is accepted, by tape and streaming formatter, and survives writing")
    func accepted() throws {
        for (name, bytes) in files("y_") {
            let json = try #require(try? JSON(parsing: bytes), "\(name)")
            try expectEqual(JSON(parsing: json.serialized()), json, "\(name)")
            expect(Disagreement.ofTape(bytes) == nil, "\(name)")
            expect(Disagreement.ofFormatter(bytes) == nil, "\(name)")
        }
    }

    @Test("every n_ text is rejected, by tape and streaming formatter, at the same offset")
    func rejected() {
        for (name, bytes) in files("n_") {
            #expect(throws: JSONError.self, "\(name)") { try JSON(parsing: bytes) }
            expect(Disagreement.ofFormatter(bytes) == nil, "\(name)")
            // The reference parser recurses, up to the limit of depth.
            expect(Disagreement.ofTape(bytes) == nil, "\(name)")
        }
    }

    @Test("every i_ text has the outcome that Documentation/Conformance.md lists")
    func implementationDefined() {
        for (name, bytes) in files("i_") {
            let row = ImplementationDefinedTests.cases.first { "i_\($0.name).json" == name }
            expect(row != nil, "\(name) is not listed")
            guard let row else { continue }
            expect(bytes == row.bytes || bytes == row.bytes + [0x0A], "\(name) has other bytes")
            let isAccepted = (try? JSON(parsing: bytes)) != nil
            expectEqual(isAccepted, row.rejection == nil, "\(name)")
            expect(Disagreement.ofTape(bytes) == nil, "\(name)")
            expect(Disagreement.ofFormatter(bytes) == nil, "\(name)")
        }
    }
}
