/// A map: arrays of doubles with 15 to 17 digits and hardly anything else.
enum CoordinateGenerator {
    /// About as long as asked; a GeoJSON feature collection without white space.
    static func document(bytes: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 2)
        var text = [UInt8]()
        text.reserveCapacity(bytes + 10_000)
        text += "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":".utf8
        text += "{\"name\":\"coast\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[".utf8
        while text.count < bytes {
            var longitude = Double.random(in: -141 ... -53, using: &random)
            var latitude = Double.random(in: 42...83, using: &random)
            let ring = (0..<random.int(20...200)).map { _ in
                longitude += Double.random(in: -0.05...0.05, using: &random)
                latitude += Double.random(in: -0.05...0.05, using: &random)
                return "[\(longitude),\(latitude)]"
            }
            text += "[\(ring.joined(separator: ","))],".utf8
        }
        text.removeLast()
        text += "]}}]}".utf8
        return text
    }
}
