/// The functions that the expansions of the macros call: their names begin with an underscore, because they change with the macros.
public enum _Macro {}
