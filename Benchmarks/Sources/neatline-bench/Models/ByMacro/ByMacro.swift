/// The models with `@Mappable`.
enum ByMacro {}
