internal import Foundation

// What `CacheMachine` is told, and what it answers.

/// An event that changes a hop's state.
enum CacheEvent: Sendable {
    /// - Parameter moment: The point that the store's order has reached.
    case start(CacheOrder.Moment)
    /// Stored responses of the URL were looked up: all, or those in memory.
    case found([StoredResponse], isAll: Bool)
    /// The exchange has the hop's task.
    case begun
    /// The last piece of the stored response was delivered, or a thread of the pool is ready to deliver the next.
    case delivered
    /// The transport has returned the task of the request with this number.
    case taskStarted(number: Int)
    /// The task of this request was paused or resumed.
    case flowChanged(number: Int)
    /// The server has sent a head.
    case head(ResponseHead, ResponseCaching)
    /// The server has sent bytes of the body.
    case bytes(Int)
    /// The running request has completed.
    case completed(TransportCompletion)
    /// The receiver was asked about storing; it may have decided before.
    case asked
    /// What is stored, or `nil` for nothing.
    case decided(StoredResponse?)
    /// The store was changed.
    case changed
    case cancel
    /// The exchange wants no more for now, or again.
    case pause(Bool)
}

/// What is changed in the store.
enum CacheChange: Sendable {
    /// A response is stored, unless its URL was invalidated since.
    case store(StoredResponse, since: CacheOrder.Moment)
    /// The response that the same requests choose is removed.
    case remove(StoredResponse)
    /// All responses of these URLs are removed.
    case invalidate([String])
}

/// An action that follows an event.
enum CacheAction: Sendable {
    /// Looks up stored responses, in memory or everywhere; ends with `found`.
    case lookUp(onDisk: Bool)
    /// Sends the request with these fields in addition; ends with `taskStarted`, and the request with `completed`.
    case send([HTTPHeader], number: Int)
    /// Cancels, pauses or resumes the task; the latter two end with `flowChanged`.
    case adjust(TransportTaskState.Change, number: Int)
    /// Records activity: bytes were received and discarded.
    case discard
    /// Delivers the head of the server's response.
    case deliver(ResponseHead)
    /// Prepares to keep the body, of which this number of bytes is expected.
    case keepBody(Int)
    /// Keeps the event's bytes, delivers them, or frees all that were kept.
    case keepBytes, deliverBytes, dropBody
    /// Removes all responses of URLs from memory at once.
    case forget([String])
    /// Notes a request that was sent before a stored response is delivered, or before it is sent again. A confirmation may
    /// bring cookies.
    case noteHop(ResponseHead?, TransportTimings, isConfirmation: Bool)
    /// Makes a response of the parts and the body that was kept, or asks the receiver about it; ends with `decided`.
    case makeResponse(StoredResponse.Parts)
    case ask(ResponseHead, StoredResponse.Parts)
    /// Changes the store; ends with `changed`.
    case change(CacheChange)
    /// Revalidates a stale response in the background, in a separate exchange.
    case revalidate(StoredResponse)
    /// Delivers the head of a stored response, or a part of its body; ends with `delivered`.
    case serveHead(TransportResponseHead)
    case servePiece(StoredResponse, Range<Int>)
    /// Continues in the pool; begins with `delivered`.
    case continueServing
    /// Reports the completion: always the last action.
    case complete(TransportCompletion)
}
