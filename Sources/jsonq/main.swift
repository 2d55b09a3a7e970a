#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// A closed pipe is then an error of write(2), and ends the work in order.
signal(SIGPIPE, SIG_IGN)
exit(Command.run(CommandWord.ofThisProcess).rawValue)
