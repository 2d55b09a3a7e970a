import NeatlineTestSupport
import Testing

@testable import NeatlineHTTP

/// What follows from events is kept in the request's state until the lock is released.
@Suite("Request state")
struct RequestStateTests {
    private func state() -> RequestState { RequestState(startsAutomatically: false, body: MemoryBody()) }

    @Test("Steps are taken in order, by one thread at a time")
    func stepOrder() {
        var steps = StepQueue()
        expect(steps.start() == nil)
        for step: RequestActions.Steps in [[], .startTask, .suspendTask, .cancelTask] { steps.append(step) }
        expectEqual(steps.start(), .startTask)
        // Another thread.
        expect(steps.start() == nil)
        steps.append(.resumeTask)
        expectEqual(steps.next(), .suspendTask)
        expectEqual(steps.next(), .cancelTask)
        expectEqual(steps.next(), .resumeTask)
        expect(steps.next() == nil)
        expect(steps.start() == nil)
        steps.append(.startTask)
        expectEqual(steps.start(), .startTask)
        expect(steps.next() == nil)
    }

    @Test("Handlers are called behind the updates of a watched Progress that another thread has to make")
    func deliveryBehindProgress() {
        for isWatched in [true, false] {
            var state = state()
            let progress = state.requireProgress()
            if isWatched { expectEqual(progress.downloadProgress.completedUnitCount, 0) }
            state.steps.append(.startTask)
            expectEqual(state.steps.start(), .startTask)
            state.progressChanged()
            let next = state.handle(.cancel, adding: nil, isObserved: false, errorOfEnd: nil)
            expectEqual(next?.work, isWatched ? nil : .deliver)
            if isWatched { expectEqual(state.steps.next(), .updateProgress) }
            expectEqual(state.steps.next(), .abandonWaiting)
            expectEqual(state.steps.next(), isWatched ? .performWork : nil)
            expectEqual(state.takeWorkBehindSteps()?.work, isWatched ? .deliver : nil)
        }
    }

    @Test("Work that monitors are told of waits for the steps of another thread", arguments: [false, true])
    func workBehindSteps(isObserved: Bool) {
        var state = state()
        state.steps.append(.startTask)
        expectEqual(state.steps.start(), .startTask)
        let next = state.handle(.resume, adding: nil, isObserved: isObserved, errorOfEnd: nil)
        expectEqual(next?.work, isObserved ? nil : .prepare(attempt: 1))
        expectEqual(state.steps.next(), isObserved ? .announceResume : nil)
        expectEqual(state.steps.next(), isObserved ? .performWork : nil)
        expectEqual(state.takeWorkBehindSteps()?.work, isObserved ? .prepare(attempt: 1) : nil)
        expect(state.takeWorkBehindSteps() == nil)
    }

    @Test("A cancellation sets the error, and stops what the request waits for after the lock is released")
    func cancellation() {
        var state = state()
        let next = state.handle(.cancel, adding: nil, isObserved: false, errorOfEnd: nil)
        expectEqual(next?.work, .deliver)
        expectEqual(state.failure?.isExplicitlyCancelledError, true)
        expectEqual(state.steps.start(), .abandonWaiting)
        expect(state.steps.next() == nil)
    }

    @Test("Steps for monitors are kept only if somebody listens", arguments: [false, true])
    func announcements(isObserved: Bool) {
        var state = state()
        let next = state.handle(.resume, adding: nil, isObserved: isObserved, errorOfEnd: nil)
        expectEqual(next?.work, .prepare(attempt: 1))
        expectEqual(state.steps.start(), isObserved ? .announceResume : nil)
    }

    @Test("The end of the session is the error, unless there is one")
    func endOfSession() {
        var state = state()
        state.fail(with: .sessionInvalidated(error: nil))
        _ = state.handle(.sessionEnded, adding: nil, isObserved: false, errorOfEnd: .sessionDeinitialized)
        expectEqual(state.failure?.isSessionInvalidatedError, true)
    }
}

extension WorkBehindSteps {
    /// The longer operation, if that is what waits.
    fileprivate var work: RequestActions.Work? {
        guard case .operation(let next) = self else { return nil }
        return next.work
    }
}
