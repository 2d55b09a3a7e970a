import NeatlineJSON

/// The texts of `--help` and `--version`.
enum Usage {
    static let version = "jsonq \(LibraryVersion.current) (Neatline)"

    static let help = """
        Usage: jsonq [options] [filter] [file…]

        Formats JSON, or selects from it. Numbers, the order of keys, duplicate keys and
        the meaning of every escape stay exactly as they are. Inputs may hold any number of
        values, one a line or not, and may be larger than the memory.

        Without a file, or where a file is -, standard input is read. The first argument
        is a filter if it begins with . but not with ./ or ../; it is one, too, if it looks
        like a filter of jq's and there is no file of that name. After --, nothing is an
        option.

        Filters, as in jq:
          .  .a.b  ."a b"  .["k"]  .[0]  .[-1]  .[2:5]  .[]  ..  f?  f, g  f | g  ( f )
          ==  !=  <  <=  >  >=  and  or  not  null  true  false  1.5  "text"  [ f ]  {}
          empty  has(k)  keys  length  map(f)  paths  select(f)  to_entries  type

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
          -j, --join-output        as -r, and nothing after a value
          -0, --raw-output0        as -r, and a NUL after each value
              --seq                read and write JSON text sequences (RFC 7464): a
                                   record separator before each value

        Colour:
              --color WHEN         auto (on a terminal, the default), always or never
          -C, --color-output       the same as --color always
          -M, --monochrome-output  the same as --color never

        Selecting:
          -f, --filter EXPR        the filter; no argument is taken for one then
              --pointer POINTER    begin at a JSON Pointer (RFC 6901), such as /a/0
          -s, --slurp              one array of all values of all inputs
          -n, --null-input         read nothing, the filter begins with null
          -e, --exit-status        exit with 1 if the last result is false or null, or if
                                   there is none
              --stats              write how many values there are, not the values

        Models:
              --model NAME         print a Swift type of this name, which the values are
                                   samples of; of an array, its elements
              --mappable           it is Mappable (the default)
              --immutable          it is ImmutableMappable
              --codable            it is Codable
              --macro              the macro @Mappable makes it ImmutableMappable
              --struct             structures (the default)
              --class              final classes
              --public             public types and members
              --enums              enumerations for strings of which few repeat

        What is accepted:
              --jsonc              comments and trailing commas
              --json5              JSON5
              --dup WHAT           duplicate names: keep them (the default), write only the
                                   last or the first, or take them for an error
              --utf8 WHAT          invalid UTF-8: error (the default), or replace it by
                                   U+FFFD
              --max-depth N        N levels of nesting, 10000 unless set
              --keep-going         report what is invalid, and go on after its line
              --check-first        read each file twice: write nothing of one that is invalid
              --partial            write also what has come of a value that is cut off, or
                                   invalid, before the error is reported

        Other:
          -i, --in-place           write the results to the file they came from, if there
                                   is no error and anything changes; not null or an empty
                                   value, and as many values as before. -i.bak keeps the
                                   old file under its name and .bak
              --force              with -i: write them also if the filter loses values
              --check              write nothing, only report what is invalid
              --check-format       write only the names of inputs that are not formatted
              --jobs N             read on N threads, as many as processors unless set and
                                   the input is large; what is written stays the same
              --no-progress        do not show on a terminal how much has been read, how
                                   fast, and how long the rest takes
              --completions SHELL  print completions for bash, zsh or fish
          -h, --help               print this
          -V, --version            print the version

        Environment:
          NO_COLOR                 if not empty, auto means never
          JQ_COLORS                colours of null:false:true:numbers:strings:arrays:
                                   objects:keys, such as 0;90:0;39:0;39:0;39:0;32

        Exit status, of several the greatest:
          0  all is fine, also if the reader of the output went away early
          1  the last result is false, null or missing (-e), or an input is not formatted
             (--check-format)
          2  the command line makes no sense
          3  the filter makes no sense
          4  a file could not be read, or the output not be written
          5  an input is not valid JSON, holds no value, or does not fit the filter

        Errors are reported as file:line:column: error: message, with the place below.
        The files after a broken one are still read. The values before the error are
        written; of the one with the error nothing is, unless it is larger than 128 KiB
        as written (4 MiB on a terminal).

        """
}
