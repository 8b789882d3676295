/// The namespace of the types that operators return. Combine's `Publishers`.
///
/// They are seldom written out: use the methods of ``Publisher``, and `some Publisher` or ``AnyPublisher`` to name the
/// result.
public enum Publishers {}
