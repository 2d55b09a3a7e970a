import NeatlineJSON
struct SortedFormatting {
    let settings: FormatterSettings
    let output: Output
    func format(_ input: borrowing Input) throws {}
}
