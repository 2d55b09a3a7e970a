#if os(Linux)
internal import CNeatlineCurl

/// How requests pass through libcurl. All functions run on the loop's thread, and receivers are called without a lock.
extension CurlLoop {
    /// The maximum number of unused handles; each needs a few kilobytes and a receive buffer.
    private static let idleHandleLimit = 128

    func begin(_ transfer: CurlTransfer) {
        guard !transfer.isCancelled else {
            transfer.complete(TransportError(.cancelled, "cancelled"))
            return
        }
        if let upgrade = transfer.upgrade { return open(transfer, upgrade) }
        guard let multi, let handle = takeHandle(for: transfer) else {
            transfer.complete(TransportError(.other, "out of memory for a libcurl handle"))
            return
        }
        var code = handle.begin(transfer)
        if code == CurlCode.ok {
            transfer.awaitBody()
            code = neatline_curl_multi_add(library.functions, multi, handle.easy)
            if code == CurlCode.ok {
                runningCount += 1
                idleSince = nil
                return
            }
        }
        handle.end()
        idleHandles.append(handle)
        transfer.complete(
            TransportError(.other, "libcurl did not accept the request: error \(code)", nativeCode: Int(code)))
    }

    private func takeHandle(for transfer: CurlTransfer) -> CurlHandle? {
        if environment.proxies.keepsSchemesApart {
            let isSecure = transfer.request.layout.isSecure
            if let index = idleHandles.lastIndex(where: { ($0.settings.isSecure ?? isSecure) == isSecure }) {
                return idleHandles.remove(at: index)
            }
        } else if let handle = idleHandles.popLast() {
            return handle
        }
        return try? CurlHandle(library: library, environment: environment)
    }

    func perform(_ call: Call) {
        switch call {
        case .cancel(let transfer) where transfer.upgrade != nil: transfer.webSocket?.cancel()
        case .resume(let transfer) where transfer.upgrade != nil: transfer.webSocket?.proceed()
        case .webSocket(let transfer): transfer.webSocket?.proceed()
        case .evaluated(let transfer): takeAnswer(of: transfer)
        case .cancel(let transfer) where transfer.waiting != nil:
            resume(transfer) { $0.complete(TransportError(.cancelled, "cancelled")) }
        case .cancel(let transfer):
            guard let handle = transfer.handle else { return }
            finish(handle, code: CurlCode.abortedByCallback)
        case .resume(let transfer):
            transfer.handle?.resumeReceiving()
            transfer.handle?.resumeSending()
            deadline = 0
        case .send(let transfer):
            transfer.handle?.resumeSending()
            // libcurl may hold bytes that it has read before the pause, for which there is no socket event.
            deadline = 0
        }
    }

    /// Opens the connection of a WebSocket.
    private func open(_ transfer: CurlTransfer, _ upgrade: CurlUpgrade) {
        do throws(TransportError) {
            let handle = try CurlHandle(library: library, environment: environment)
            let webSocket = CurlWebSocket(transfer, upgrade, handle, in: self)
            runningCount += 1
            idleSince = nil
            webSocket.connect()
        } catch {
            transfer.complete(error)
        }
    }

    /// Called when the connection of a WebSocket was closed.
    func ended(_ webSocket: CurlWebSocket) {
        webSockets.remove(webSocket)
        runningCount -= 1
        if runningCount == 0 { idleSince = neatline_clock_monotonic() }
    }

    /// Reports the end of bytes that were received together.
    func endBatches() {
        for transfer in batches { transfer.endBatch() }
        batches.removeAll(keepingCapacity: true)
    }

    /// Completes the transfers that libcurl has finished.
    func finishDone() {
        guard let multi else { return }
        var code: Int32 = 0
        while let easy = neatline_curl_multi_next_done(library.functions, multi, &code) {
            var context: UnsafeMutableRawPointer?
            _ = neatline_curl_easy_get_pointer(library.functions, easy, CurlNumber.privateData, &context)
            // SAFETY: each added handle is its own private data, and is alive while it is added.
            finish(CurlHandle.at(context), code: code)
        }
    }

    /// Completes the transfers for which no event would come.
    func finishUnwatched() {
        guard !unwatched.isEmpty else { return }
        let transfers = unwatched
        unwatched.removeAll()
        for transfer in transfers {
            guard let handle = transfer.handle, handle.failure != nil else { continue }
            finish(handle, code: CurlCode.abortedByCallback)
        }
    }

    private func finish(_ handle: CurlHandle, code: Int32) {
        guard let transfer = handle.transfer else { return }
        if code != CurlCode.ok, !transfer.isCancelled {
            switch transfer.trust.failed() {
            case .fail: break
            case .restart:
                release(handle)
                begin(transfer)
                return
            case .wait:
                transfer.waiting = TransportCompletion(
                    error: handle.error(code: code), timings: handle.timings(of: transfer))
                release(handle)
                // It counts as running.
                runningCount += 1
                return
            }
        }
        if handle.timedOutInQueue(code: code) {
            release(handle)
            // The transfer waits again, after those that were started later.
            begin(transfer)
            return
        }
        if handle.mayBegin(again: transfer, code: code) {
            do throws(TransportError) {
                try transfer.prepareFreshStart()
                release(handle)
                begin(transfer)
                return
            } catch {
                handle.cannotBeginAgain(because: error)
            }
        }
        if code == CurlCode.ok { handle.reportSent(of: transfer) }
        let error = handle.error(code: code)
        let timings = handle.timings(of: transfer)
        release(handle)
        if runningCount == 0 { idleSince = neatline_clock_monotonic() }
        let trailers = error == nil ? transfer.head.trailers : HTTPHeaders()
        transfer.complete(TransportCompletion(error: error, timings: timings, trailers: trailers))
    }

    private func takeAnswer(of transfer: CurlTransfer) {
        transfer.takeAnswer()
        if transfer.upgrade != nil { return transfer.webSocket?.takeAnswer() ?? () }
        // Otherwise its handshake has not failed yet.
        guard transfer.waiting != nil else { return }
        resume(transfer) { [self] transfer in
            let outcome = transfer.waiting
            transfer.waiting = nil
            if transfer.trust.failed() == .restart {
                begin(transfer)
            } else if let outcome {
                transfer.complete(outcome)
            }
        }
    }

    /// Ends the wait of a transfer for an evaluator.
    private func resume(_ transfer: CurlTransfer, _ body: (CurlTransfer) -> Void) {
        runningCount -= 1
        if runningCount == 0 { idleSince = neatline_clock_monotonic() }
        body(transfer)
        transfer.waiting = nil
        transfer.evaluation = nil
    }

    /// Detaches a handle from its transfer and from libcurl, and keeps it if it can be reused.
    private func release(_ handle: CurlHandle) {
        if let multi { _ = neatline_curl_multi_remove(library.functions, multi, handle.easy) }
        runningCount -= 1
        handle.end()
        if library.reusesHandles, idleHandles.count < Self.idleHandleLimit { idleHandles.append(handle) }
    }
}
#endif
