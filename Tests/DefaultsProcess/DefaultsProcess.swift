import Foundation
import NeatlineDefaults

// Does with a file of values what the first argument says, for the tests of several processes:
//
//     defaults-process count PATH N        adds 1 to `count` N times
//     defaults-process increment PATH N    the same by `+=`, of the subscript and of a property in turn
//     defaults-process set PATH KEY TEXT   sets a string
//     defaults-process churn PATH          writes growing values until it is killed, and prints what is written
//     defaults-process full PATH           fails to write, because files may not grow beyond 1 KB, and prints how
//     defaults-process permissions FOLDER  reads and writes files in it without the permission, and prints the errors
//     defaults-process arguments …         prints what launch arguments make of keys of UserDefaults
//     defaults-process suite NAME TEXT     sets a string in the file of a suite, and prints its path, or the error
//
// and with a suite of `UserDefaults`, or the standard one, whose name is `-`:
//
//     defaults-process get SUITE KEY       prints a string
//     defaults-process put SUITE KEY TEXT  sets a string, and prints an error of writing it
//     defaults-process hold SUITE KEY TEXT sets a string, and waits for the end of its input
//     defaults-process clear SUITE         removes all values
//     defaults-process exit-in-change SUITE, exit-in-observer SUITE, exit-while-writing SUITE
//                                          sets `last` to `text`, and exits in this situation
//     defaults-process change-at-exit SUITE OTHER
//                                          sets `last` in a function that is called at exit, and then in OTHER by another thread
extension DefaultsKeys {
    var count: DefaultsKey<Int> { .init("count") }
}

@main
struct DefaultsProcess {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else { exit(2) }
        switch arguments[1] {
        case "count":
            let defaults = try adapter(arguments[2])
            let count = DefaultsKey<Int>("count")
            for _ in 0..<(Int(arguments[3]) ?? 0) { try defaults.tryUpdate(count) { $0 += 1 } }
        case "increment": try increment(adapter(arguments[2]), times: Int(arguments[3]) ?? 0)
        case "set": try adapter(arguments[2]).trySet(DefaultsKey<String>(arguments[3]), to: arguments[4])
        case "churn": try churn(adapter(arguments[2]))
        case "full": try fillUp(arguments[2])
        case "permissions": try withoutPermission(arguments[2])
        case "arguments":
            let defaults = UserDefaults.standard
            print(defaults[DefaultsKey<Int>("launchCount")], defaults[DefaultsKey<Bool>("flag")])
            print(defaults[DefaultsKey<String?>("name")] ?? "nil", defaults[DefaultsKey<Double>("volume")])
            print(defaults[DefaultsKey<Int>("name", defaultValue: 7)])
        case "suite":
            do {
                let store = try FileDefaultsStore(suiteName: arguments[2], isSynchronized: false)
                try DefaultsAdapter(store: store).trySet(DefaultsKey<String>("text"), to: arguments[3])
                print(store.url.path)
            } catch {
                print(error)
            }
        default: useUserDefaults(arguments[1], suite(arguments[2]), Array(arguments[3...]))
        }
    }

    static func suite(_ name: String) -> DefaultsAdapter<DefaultsKeys> {
        guard name != "-", let defaults = UserDefaults(suiteName: name) else { return Defaults }
        return DefaultsAdapter(defaults: defaults, keyStore: DefaultsKeys())
    }

    /// Does what a command says with `UserDefaults`.
    static func useUserDefaults(_ command: String, _ defaults: DefaultsAdapter<DefaultsKeys>, _ words: [String]) {
        let last = DefaultsKey<String?>("last")
        switch command {
        case "get": print(defaults[words[0]].string ?? "nil")
        case "put":
            defaults.backingStore.failures.onFailure { print($0) }
            defaults[words[0]] = words[1]
        case "hold":
            defaults[words[0]] = words[1]
            _ = FileHandle.standardInput.readDataToEndOfFile()
        case "clear": defaults.removeAll()
        case "exit-in-change":
            defaults.update(DefaultsKey<Int>("count")) { _ in
                defaults[last] = "text"
                exit(0)
            }
        case "exit-in-observer":
            let observer = defaults.observe(last) { _ in exit(0) }
            defaults[last] = "text"
            observer.dispose()
        case "exit-while-writing":
            for name in ["a", "b", "c"] {
                let other = suite("org.example.\(name)")
                Thread.detachNewThread {
                    var number = 0
                    while true {
                        number += 1
                        defaults[name] = number
                        other.removeAll()
                        other[name] = number
                    }
                }
            }
            defaults[last] = "text"
        case "change-at-exit":
            changedAtExit = [defaults, suite(words[0])]
            atexit { DefaultsProcess.changeAtExit() }
            // Functions that are registered later are called earlier: that of the store, too.
            defaults["first"] = "text"
        default: exit(2)
        }
    }

    nonisolated(unsafe) static var changedAtExit: [DefaultsAdapter<DefaultsKeys>] = []

    static func changeAtExit() {
        let last = DefaultsKey<String?>("last")
        changedAtExit[0][last] = "text"
        let isChanged = DispatchSemaphore(value: 0)
        let other = changedAtExit[1]
        Thread.detachNewThread {
            other[last] = "text"
            try? other.backingStore.synchronize()
            isChanged.signal()
        }
        isChanged.wait()
    }

    static func increment(_ defaults: DefaultsAdapter<DefaultsKeys>, times: Int) throws {
        final class Settings {
            @SwiftyUserDefault var plain: Int
            @SwiftyUserDefault var observed: Int
            init(_ defaults: DefaultsAdapter<DefaultsKeys>) {
                _plain = SwiftyUserDefault(keyPath: \.count, adapter: defaults)
                _observed = SwiftyUserDefault(keyPath: \.count, adapter: defaults, options: .observed)
            }
        }
        let settings = Settings(defaults)
        for round in 0..<times {
            switch round % 4 {
            case 0: defaults[\.count] += 1
            case 1: defaults.count += 1
            case 2: settings.plain += 1
            default: settings.observed += 1
            }
        }
        if let error = defaults.backingStore.failures.last { throw error }
    }

    static func adapter(_ path: String) throws -> DefaultsAdapter<DefaultsKeys> {
        DefaultsAdapter(store: try FileDefaultsStore(url: URL(fileURLWithPath: path), isSynchronized: false))
    }

    /// Sets two keys to the same number, in turn, and prints the number after both are stored.
    static func churn(_ defaults: DefaultsAdapter<DefaultsKeys>) throws {
        let first = DefaultsKey<Int>("first")
        let second = DefaultsKey<Int>("second")
        let filler = DefaultsKey<[String]>("filler")
        var number = defaults[first]
        // A test that crashes does not end the process.
        let parent = getppid()
        while getppid() == parent {
            number += 1
            try defaults.trySet(filler, to: Array(repeating: "filler \(number)", count: number % 64))
            try defaults.trySet(first, to: number)
            try defaults.trySet(second, to: number)
            var line = Array("\(number)\n".utf8)
            _ = write(1, &line, line.count)
        }
    }

    static func fillUp(_ path: String) throws {
        let defaults = try adapter(path)
        let text = DefaultsKey<String>("text")
        try defaults.trySet(text, to: "small")
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 1024, rlim_max: 1024)
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        setrlimit(RLIMIT_FSIZE, &limit)
        #endif
        do {
            try defaults.trySet(text, to: String(repeating: "x", count: 5000))
            print("stored")
        } catch DefaultsError.fileUnwritable {
            print("refused")
        }
        defaults[text] = String(repeating: "y", count: 5000)
        print(defaults[text], defaults.backingStore.failures.last == nil ? "silent" : "reported")
        try defaults.trySet(DefaultsKey<Int>("other"), to: 1)
        print(defaults[DefaultsKey<Int>("other")])
    }

    static func withoutPermission(_ folder: String) throws {
        let text = #"{"format": 1, "values": {"count": 8}}"#
        let count = DefaultsKey<Int>("count")
        let (unreadable, readable) = (folder + "/unreadable.json", folder + "/locked/readable.json")
        try FileManager.default.createDirectory(atPath: folder + "/locked", withIntermediateDirectories: true)
        for path in [unreadable, readable] { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
        chmod(unreadable, 0o000)
        chmod(readable, 0o444)
        chmod(folder + "/locked", 0o555)
        defer { chmod(folder + "/locked", 0o755) }
        // For the superuser, there are no permissions.
        if geteuid() == 0, setuid(65534) != 0 { exit(3) }
        do {
            _ = try adapter(unreadable)
        } catch DefaultsError.fileUnreadable(_, let code) {
            print("unreadable", code)
        }
        let defaults = try adapter(readable)
        do {
            try defaults.trySet(count, to: 1)
        } catch DefaultsError.fileUnwritable(_, let code) {
            print(defaults[count], "unwritable", code, defaults[count])
        }
    }
}
