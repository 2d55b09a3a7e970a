import CPeers

/// What a visit of every value of a corpus found. Two peers that agree on it read the same document.
struct Tally: Equatable {
    /// Values of every kind, containers included.
    var values = 0
    /// UTF-8 bytes of the string values, after unescaping.
    var textBytes = 0
    /// UTF-8 bytes of the keys, after unescaping.
    var keyBytes = 0
    /// Values that are numbers.
    var numbers = 0
    var sum = 0.0
    /// Sum of the numbers' absolute values: the scale against which `sum` is compared.
    var magnitude = 0.0
    /// Wrapping sum of the numbers' bit patterns, in which minus zero counts as zero; it does not depend on their order.
    var bits: UInt64 = 0

    /// Counts null, a boolean or a container.
    mutating func countValue() {
        values += 1
    }

    mutating func count(number: Double) {
        values += 1
        numbers += 1
        sum += number
        magnitude += number.magnitude
        bits &+= (number + 0.0).bitPattern
    }

    mutating func count(text: String) {
        values += 1
        textBytes += text.utf8.count
    }

    mutating func count(key: String) {
        keyBytes += key.utf8.count
    }

    /// How closely a peer's numbers are expected to agree.
    enum Precision {
        /// Every double is correctly rounded.
        case exact
        /// The sum agrees to nine digits. Foundation's JSONSerialization on Linux is off by a few units in the last
        /// place for numbers with 17 and more digits.
        case nineDigits
    }

    /// Says where `self`, found by a peer, differs from the reference; nil when it does not.
    func mismatch(with reference: Tally, precision: Precision) -> String? {
        let counts: [(String, Int, Int)] = [
            ("values", values, reference.values),
            ("bytes of text", textBytes, reference.textBytes),
            ("bytes of keys", keyBytes, reference.keyBytes),
            ("numbers", numbers, reference.numbers),
        ]
        for (name, found, expected) in counts where found != expected {
            return "\(found) \(name), expected \(expected)"
        }
        guard (sum - reference.sum).magnitude <= reference.magnitude * 1e-9 else {
            return "numbers add up to \(sum), expected \(reference.sum)"
        }
        if precision == .exact, bits != reference.bits {
            return "numbers are not correctly rounded"
        }
        return nil
    }
}

extension Tally {
    init(_ tally: peer_tally) {
        self.init(
            values: Int(tally.values),
            textBytes: Int(tally.text_bytes),
            keyBytes: Int(tally.key_bytes),
            numbers: Int(tally.numbers),
            sum: tally.sum,
            magnitude: tally.magnitude,
            bits: tally.bits
        )
    }
}
