internal import Dispatch
internal import Foundation
internal import NeatlineSystem

/// Calls a closure after the file of a store has been replaced, at most once in a period.
///
/// On Linux inotify watches the directory, elsewhere Dispatch does. Where neither is possible, because the user has too
/// many watches or the directory has vanished, the file's stamp is compared twice a second.
final class FileWatch: Sendable {
    /// The shortest time between two calls.
    static let period = DispatchTimeInterval.milliseconds(20)
    private static let pollingPeriod = DispatchTimeInterval.milliseconds(500)

    private struct State {
        var source: (any DispatchSourceProtocol)?
        var isCancelled = false
    }

    private let queue = DispatchQueue(label: "neatline.defaults.watch", qos: .utility)
    private let file: ValuesFile
    private let changed: @Sendable () -> Void
    private let state = Locked(State())

    /// Creates a watch, which sees all changes after this. `changed` is called on a serial queue of the watch.
    init(_ file: ValuesFile, changed: @escaping @Sendable () -> Void) {
        self.file = file
        self.changed = changed
        start()
    }

    /// Ends the watch. A call of the closure that has begun goes on.
    func cancel() {
        let source = state.withLock { state in
            state.isCancelled = true
            defer { state.source = nil }
            return state.source
        }
        source?.cancel()
    }

    deinit { cancel() }

    private func start() {
        let source = directorySource() ?? pollingSource()
        let isLate = state.withLock { state in
            if !state.isCancelled { state.source = source }
            return state.isCancelled
        }
        source.activate()
        if isLate { source.cancel() }
    }

    /// Replaces a source whose directory has vanished.
    private func restart() {
        let old = state.withLock { state in
            defer { state.source = nil }
            return state.source
        }
        old?.cancel()
        start()
    }

    private enum Events {
        case none
        case fileChanged
        case folderGone
    }

    /// Has a source call `changed`, after a period in which further events wait in the system, so that a process that
    /// writes often is not woken by each of its writes.
    private func handleEvents(of source: any DispatchSourceProtocol, _ readEvents: @escaping () -> Events) {
        // SAFETY: sources of Dispatch may be used by any thread, which their declaration on Linux does not say.
        nonisolated(unsafe) let source = source
        source.setEventHandler { [weak self, queue] in
            let events = readEvents()
            source.suspend()
            queue.asyncAfter(deadline: .now() + FileWatch.period) { [weak self] in
                source.resume()
                self?.handle(events)
            }
        }
    }

    private func handle(_ events: Events) {
        // The new source begins before the file is read, so that no change is between them.
        if events == .folderGone { restart() }
        if events != .none, !state.withLock({ $0.isCancelled }) { changed() }
    }

    private func pollingSource() -> any DispatchSourceProtocol {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now() + FileWatch.pollingPeriod, repeating: FileWatch.pollingPeriod)
        let last = Locked(file.stamp)
        source.setEventHandler { [weak self, file] in
            let stamp = file.stamp
            let isSame = last.withLock { last in
                defer { last = stamp }
                return last == stamp
            }
            // The directory may be there again.
            if !isSame { self?.handle(.folderGone) }
        }
        return source
    }

    #if os(Linux)
    private func directorySource() -> (any DispatchSourceProtocol)? {
        let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        let folder = (file.path as NSString).deletingLastPathComponent
        let events = UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        guard inotify_add_watch(descriptor, folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let name = (file.path as NSString).lastPathComponent
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        handleEvents(of: source) { FileWatch.readEvents(descriptor, name: name) }
        source.setCancelHandler { close(descriptor) }
        return source
    }

    /// Reads all events of the directory, and returns what they mean for the file.
    private static func readEvents(_ descriptor: Int32, name: String) -> Events {
        var result = Events.none
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = buffer.withUnsafeMutableBytes { bytes in
                // SAFETY: the system writes at most as many bytes as the buffer has.
                SystemCall.repeated { read(descriptor, bytes.baseAddress, bytes.count) }
            }
            if count <= 0 { return result }
            let header = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + header <= count {
                let event = buffer.withUnsafeBytes { bytes in
                    // SAFETY: the header lies within the bytes that were read.
                    bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                }
                let nameBytes = buffer[(offset + header)..<min(offset + header + Int(event.len), count)]
                if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_IGNORED) != 0 { return .folderGone }
                let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
                if isOverflow || nameBytes.prefix(while: { $0 != 0 }).elementsEqual(name.utf8) { result = .fileChanged }
                offset += header + Int(event.len)
            }
        }
    }
    #else
    private func directorySource() -> (any DispatchSourceProtocol)? {
        let folder = (file.path as NSString).deletingLastPathComponent
        let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let source = DispatchSource.makeFileSystemObjectSource(
            fileDescriptor: descriptor, eventMask: [.write, .delete, .rename], queue: queue)
        handleEvents(of: source) { source.data.isDisjoint(with: [.delete, .rename]) ? .fileChanged : .folderGone }
        source.setCancelHandler { close(descriptor) }
        return source
    }
    #endif
}
