/// The context that a `FetchableSource` fetches from. It has no public members; it is only handed on.
public struct FetchOrigin: Sendable {
    let context: ManagedObjectContext
}
