/// A tile of a vector map: layers of features, whose geometries are long arrays of small integers.
enum TileGenerator {
    /// About as long as asked; without white space.
    static func document(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 13)
        var text = [UInt8]()
        text.reserveCapacity(bytes + 10_000)
        text += "{\"version\":2,\"extent\":4096,\"layers\":{\"roads\":[".utf8
        while text.count < bytes {
            let steps = (0..<random.int(4...120)).map { _ in
                random.once(in: 3) ? "\(random.int(-300...300))" : "\(random.int(-20...20))"
            }
            text +=
                """
                {"id":\(random.int(1...90_000)),"type":\(random.int(1...3)),"tags":[\(random.int(0...9)),\
                \(random.int(0...400))],"at":[\(random.int(0...4095)),\(random.int(0...4095))],\
                "geometry":[\(steps.joined(separator: ","))]},
                """.utf8
        }
        text.removeLast()
        text += "]}}".utf8
        return text
    }
}
