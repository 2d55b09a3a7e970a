/// A request whose body is kept in memory.
open class DataRequest: Request, @unchecked Sendable {
}
