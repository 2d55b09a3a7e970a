/// Puts members of a type behind `af`, where they collide with nobody's.
public struct AlamofireExtension<ExtendedType> {
    /// What the members are about.
    public private(set) var type: ExtendedType

    /// The members of an instance, or of a type.
    public init(_ type: ExtendedType) { self.type = type }
}

/// Has members behind `af`.
public protocol AlamofireExtended {
    /// What is extended.
    associatedtype ExtendedType

    /// The members of the type.
    static var af: AlamofireExtension<ExtendedType>.Type { get set }
    /// The members of the instance.
    var af: AlamofireExtension<ExtendedType> { get set }
}

extension AlamofireExtended {
    /// The members of the type.
    public static var af: AlamofireExtension<Self>.Type {
        get { AlamofireExtension<Self>.self }
        set {}
    }

    /// The members of the instance.
    public var af: AlamofireExtension<Self> {
        get { AlamofireExtension(self) }
        set {}
    }
}
