/// What `--help` and `--version` print.
enum Usage {
    static let version = "jsonq 0.1.0 (Neatline)"

    static let help = """
        Usage: jsonq [options] [filter] [file…]

        Formats JSON. Numbers, the order of keys, duplicate keys and the meaning of every
        escape stay exactly as they are. Inputs may hold any number of values, one a line
        or not, and may be larger than the memory.

        Without a file, or where a file is -, standard input is read. The first argument
        is a filter if it is . or begins with . but not with ./ or ../; the only filter
        is . for now, the whole value. After --, nothing is an option.

        Layout (the last one counts):
              --indent N           N spaces a level, 0 to 65535; 2 unless set
              --tab                a tab a level
          -c, --compact-output     one line a value, no spaces

        Values:
          -S, --sort-keys          members in the order of their names, by code point;
                                   needs memory for the largest value
          -a, --ascii-output       escape all that is not ASCII
          -r, --raw-output         write a string that is a whole value without quotes
                                   and escapes; not together with -a

        Colour:
              --color WHEN         auto (on a terminal, the default), always or never
          -C, --color-output       the same as --color always
          -M, --monochrome-output  the same as --color never

        Other:
              --check              write nothing, only report what is invalid
          -h, --help               print this
          -V, --version            print the version

        Environment:
          NO_COLOR                 if not empty, auto means never
          JQ_COLORS                colours of null:false:true:numbers:strings:arrays:
                                   objects:keys, such as 0;90:0;39:0;39:0;39:0;32

        Exit status, of several the greatest:
          0  all is fine, also if the reader of the output went away early
          2  the command line makes no sense
          4  a file could not be read, or the output not be written
          5  an input is not valid JSON, or holds no value

        Errors are reported as file:line:column: error: message, with the place below.
        The files after a broken one are still read; what came before the error is
        written.

        """
}
