/// Shell completions of the command line, generated from the list of options.
enum Completions {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    /// Returns the script that the shell loads.
    static func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    private static var bash: String {
        let words = Option.allCases.flatMap { option in
            (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        }
        let choices = Option.allCases.filter { !$0.values.isEmpty }.map { option in
            """
                --\(option.name)) COMPREPLY=($(compgen -W '\(option.values.joined(separator: " "))' -- "$current")); return ;;

            """
        }
        let others = Option.allCases.filter { $0.valueName != nil && $0.values.isEmpty }.flatMap { option in
            (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        }
        return """
            # bash completion for jsonq: put this where bash-completion finds it, or source it.
            _jsonq() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
                case $previous in
            \(choices.joined())    \(others.joined(separator: "|"))) return ;;
                esac
                if [[ $current == -* ]]; then
                    COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- "$current"))
                else
                    local name
                    COMPREPLY=()
                    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
                fi
            }
            complete -o filenames -F _jsonq jsonq

            """
    }

    private static var zsh: String {
        let lines = Option.allCases.flatMap { option in
            let value =
                option.valueName.map {
                    ":\($0):\(option.values.isEmpty ? "" : "(\(option.values.joined(separator: " ")))")"
                }
                ?? ""
            let long = "    '--\(option.name)\(option.valueName == nil ? "" : "=")[\(option.summary)]\(value)'"
            let short = option.letter.map { "    '-\($0)[\(option.summary)]\(value)'" }
            return (short.map { [$0] } ?? []) + [long]
        }
        return """
            #compdef jsonq
            # zsh completion for jsonq: put this into a folder of $fpath, as _jsonq.
            _arguments -s -S \\
            \(lines.joined(separator: " \\\n")) \\
                '*:file:_files'

            """
    }

    private static var fish: String {
        let lines = Option.allCases.map { option in
            var line = "complete -c jsonq"
            if let letter = option.letter { line += " -s \(letter)" }
            line += " -l \(option.name)"
            if option.valueName != nil { line += " -x" }
            if !option.values.isEmpty { line += " -a '\(option.values.joined(separator: " "))'" }
            return line + " -d '\(option.summary)'\n"
        }
        return "# fish completion for jsonq: put this into ~/.config/fish/completions/jsonq.fish.\n" + lines.joined()
    }
}
