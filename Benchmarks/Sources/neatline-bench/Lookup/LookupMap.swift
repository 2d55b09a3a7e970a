import Neatline

/// The same through a `Map` and `<-`.
enum LookupMap {
    /// Keeps the map that it is made of.
    private final class Keeper: Mappable {
        let map: Map

        init?(map: Map) {
            self.map = map
        }

        func mapping(map: Map) {}
    }

    static func peer(_ object: LargeObject) throws -> Peer {
        guard let map = Mapper<Keeper>().map(bytes: object.text)?.map else {
            throw PeerFailure.rejectedInput
        }
        return LookupTask.peer(Peer.neatlineMap, object) { keys in
            var sum = 0
            for key in keys {
                var value = -1
                value <- map[key]
                sum &+= value
            }
            return sum
        }
    }
}
