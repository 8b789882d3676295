import SignalsStore

/// What the program saves and fetches.
final class Note: ManagedObject {
    @Attribute var text = ""
}
