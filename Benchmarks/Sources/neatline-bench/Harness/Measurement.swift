/// One row of the results.
struct Measurement {
    let task: String
    let corpus: String
    let peer: String
    /// The input's size, or the compact output's for the serialize tasks; zero when a rate makes no sense.
    let bytes: Int
    let figures: Figures

    enum Figures {
        /// Nanoseconds for all the bytes.
        case time(Time)
        /// Nanoseconds for `count` small operations; figures are printed for one of them.
        case operation(Time, count: Int)
        /// Nanoseconds for `count` requests, on the clock and of processor time in all threads; printed for one of them.
        case requests(wall: Time, processor: Time, count: Int)
        /// Growth of the peak resident set over the input, in bytes.
        case memory(peakBytes: Int)
        /// A process: wall-clock time, processor time (user and system) and peak resident set.
        case process(wall: Time, processor: Time, peakBytes: Int)
    }

    struct Time {
        let median: Int
        let best: Int

        init(median: Int, best: Int) {
            self.median = median
            self.best = best
        }

        /// The samples are nanoseconds; there is at least one.
        init(samples: [Int]) {
            let sorted = samples.sorted()
            best = sorted[0]
            let middle = sorted.count / 2
            median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        }

        /// The share of one of `count` operations, to a tenth.
        func nanoseconds(_ statistic: KeyPath<Time, Int>, of count: Int) -> Double {
            (Double(self[keyPath: statistic]) * 10 / Double(count)).rounded() / 10
        }
    }

    /// The figure that ratios are made of: nanoseconds, or bytes for memory.
    func cost(_ statistic: Statistic) -> Double {
        switch figures {
        case .time(let time), .operation(let time, _):
            Double(max(1, statistic == .median ? time.median : time.best))
        case .process(let wall, let processor, _), .requests(let wall, let processor, _):
            switch statistic {
            case .median: Double(max(1, wall.median))
            case .best: Double(max(1, wall.best))
            case .processor: Double(max(1, processor.median))
            }
        case .memory(let peakBytes):
            Double(max(1, peakBytes))
        }
    }

    /// Whether processor time was measured beside the clock's.
    var measuresProcessor: Bool {
        switch figures {
        case .process, .requests: true
        case .time, .operation, .memory: false
        }
    }

    enum Statistic {
        case median, best
        /// The median processor time of a process or of requests, which a busy machine does not stretch as it does wall-clock time.
        case processor
    }
}

extension Measurement {
    /// The row as one line of `--json`.
    var jsonLine: String {
        var members = [
            "\"task\":\(quoted(task))", "\"corpus\":\(quoted(corpus))", "\"peer\":\(quoted(peer))",
            "\"bytes\":\(bytes)",
        ]
        switch figures {
        case .time(let time):
            members += ["\"median_ns\":\(time.median)", "\"best_ns\":\(time.best)"]
        case .operation(let time, let count):
            members += [
                "\"median_ns\":\(time.nanoseconds(\.median, of: count))",
                "\"best_ns\":\(time.nanoseconds(\.best, of: count))",
            ]
        case .requests(let wall, let processor, let count):
            members += [
                "\"median_ns\":\(wall.nanoseconds(\.median, of: count))",
                "\"best_ns\":\(wall.nanoseconds(\.best, of: count))",
                "\"cpu_ns\":\(processor.nanoseconds(\.median, of: count))",
            ]
        case .memory(let peakBytes):
            members.append("\"peak_bytes\":\(peakBytes)")
        case .process(let wall, let processor, let peakBytes):
            members += [
                "\"median_ns\":\(wall.median)", "\"best_ns\":\(wall.best)",
                "\"processor_median_ns\":\(processor.median)", "\"processor_best_ns\":\(processor.best)",
                "\"peak_bytes\":\(peakBytes)",
            ]
        }
        return "{\(members.joined(separator: ","))}"
    }

    private func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
