#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// A closed pipe and a file that grows too large are then errors of write(2), and end the work in order.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(Command.run(CommandWord.ofThisProcess).rawValue)
