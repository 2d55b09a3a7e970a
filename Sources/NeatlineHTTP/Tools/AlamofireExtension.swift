/// The namespace `af` of a type, whose members cannot collide with others.
public struct AlamofireExtension<ExtendedType> {
    /// The extended type or instance.
    public private(set) var type: ExtendedType

    /// Creates the namespace of an instance or a type.
    ///
    /// - Parameter type: The extended type or instance.
    public init(_ type: ExtendedType) { self.type = type }
}

/// A type with the namespace `af`.
public protocol AlamofireExtended {
    /// The type that `af` extends.
    associatedtype ExtendedType

    /// The namespace of the type.
    static var af: AlamofireExtension<ExtendedType>.Type { get set }
    /// The namespace of the instance.
    var af: AlamofireExtension<ExtendedType> { get set }
}

extension AlamofireExtended {
    /// The namespace of the type. Setting it has no effect.
    public static var af: AlamofireExtension<Self>.Type {
        get { AlamofireExtension<Self>.self }
        set {}
    }

    /// The namespace of the instance. Setting it has no effect.
    public var af: AlamofireExtension<Self> {
        get { AlamofireExtension(self) }
        set {}
    }
}
