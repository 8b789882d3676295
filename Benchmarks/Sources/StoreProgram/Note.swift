import SignalsStore

/// The object that the program saves and fetches.
final class Note: ManagedObject {
    @Attribute var text = ""
}
