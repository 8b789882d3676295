/// Makes anything of an error that cannot be.
@inlinable @Sendable
package func absurd<Result>(_ impossible: Never) -> Result {}
