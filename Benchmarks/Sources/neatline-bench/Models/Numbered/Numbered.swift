/// The models with members by number, as the macro writes them.
enum Numbered {}
