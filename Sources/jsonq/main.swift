#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// A closed pipe and a file that exceeds the size limit are then errors of write(2), and are handled in order.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(Command.runThisProcess().rawValue)
