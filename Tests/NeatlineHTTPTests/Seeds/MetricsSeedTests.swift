import Foundation
import NeatlineHTTP
import NeatlineTesting
import NeatlineTestSupport
import Testing

@Suite("Alamofire's Usage: statistical metrics", .ownThreads, .hangLimit)
struct MetricsSeedTests: SeedExamples {
    let server: LoopbackServer
    let printout = Printout()

    init() throws { server = try .httpbin() }

    @Test("The timeline")
    func timeline() async throws {
        Alamofire.request("\(httpbin)/get").responseJSON { response in
            print(response.timeline)
        }
        await printout.wait(for: 1)
        let lines = printout.text.split(separator: "\n")
        let names = try lines.map { line in
            try #require(line.wholeMatch(of: /(.+): \d+\.\d{3} seconds/), "\(line)").1
        }
        expectEqual(names, ["Latency", "Request Duration", "Serialization Duration", "Total Duration"])
    }

    @Test("The metrics, which are there on every platform")
    func metrics() async throws {
        Alamofire.request("\(httpbin)/get").responseJSON { response in
            print(response.metrics?.transactionMetrics.count ?? 0)
            print((response.metrics?.taskInterval.duration ?? 0) > 0)
        }
        Alamofire.request("\(httpbin)/redirect/1").response { response in
            if #available(iOS 10.0, *) {
                print(response.metrics?.redirectCount ?? -1)
            }
        }
        await printout.wait(for: 3)
        expectEqual(printout.texts.sorted(), ["1", "1", "true"])
    }
}
