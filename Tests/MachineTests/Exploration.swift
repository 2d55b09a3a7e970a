import Testing

/// A machine and what is under way around it, as one value.
protocol ExploredWorld {
    associatedtype Identity: Hashable
    /// What tells worlds apart.
    var identity: Identity { get }
    /// The worlds after each event that can happen next.
    var next: [Self] { get }
    /// What must not be as it is.
    var problems: [String] { get }
}

extension ExploredWorld {
    /// Returns the world after a change.
    func changed(_ change: (inout Self) -> Void) -> Self {
        var world = self
        change(&world)
        return world
    }
}

extension ExploredWorld where Self: Hashable {
    var identity: Self { self }
}

/// Tries every order of events, each world once, until one has a problem.
///
/// - Parameters:
///   - first: The world to begin with.
///   - depth: The number of events at most.
///   - visit: Is given each world, and the ones after it.
/// - Returns: The number of different worlds.
/// - Throws: An expectation that failed: a world with problems, or more than a million worlds; the error of `visit`.
@discardableResult
func explore<World: ExploredWorld>(
    from first: World, depth: Int = .max, visit: (World, [World]) throws -> Void
) throws -> Int {
    var seen: Set<World.Identity> = [first.identity]
    var frontier = [first]
    var count = 0
    while !frontier.isEmpty, count < depth {
        count += 1
        var following: [World] = []
        for world in frontier {
            let next = world.next
            try visit(world, next)
            for next in next where seen.insert(next.identity).inserted {
                try #require(next.problems.isEmpty, "\(next)")
                following.append(next)
            }
        }
        try #require(seen.count < 1_000_000)
        frontier = following
    }
    return seen.count
}
