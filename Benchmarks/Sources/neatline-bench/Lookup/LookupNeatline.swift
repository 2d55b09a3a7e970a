import NeatlineJSON

/// Our own row: `JSON`'s subscript with keys that are only known at run time.
enum LookupNeatline {
    static func peer(_ object: LargeObject) throws -> Peer {
        let json = try JSON(parsing: object.text)
        return LookupTask.peer(Peer.neatline, object) { keys in
            var sum = 0
            for key in keys {
                guard let value = json[key].int else {
                    throw PeerFailure.unexpectedShape
                }
                sum &+= value
            }
            return sum
        }
    }
}
