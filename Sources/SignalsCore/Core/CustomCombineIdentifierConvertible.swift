/// A type whose values are distinguished by an identifier. Combine's `CustomCombineIdentifierConvertible`.
public protocol CustomCombineIdentifierConvertible {
    /// The identifier. A class has its object's, a struct stores one.
    var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
    /// The identifier of this object.
    @inlinable
    public var combineIdentifier: CombineIdentifier { CombineIdentifier(self) }
}
