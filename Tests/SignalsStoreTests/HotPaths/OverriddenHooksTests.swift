import Testing

@testable import SignalsStore

private class Plain: ManagedObject { @Attribute var text = "" }
private class Awaking: ManagedObject { override func awakeFromFetch() {} }
private final class AwakingByClass: Awaking { @Attribute var text = "" }
private final class Saving: ManagedObject { override func willSave() {} }

@Suite struct OverriddenHooksTests {
    @Test func aClassIsConcernedByTheHooksThatItOverridesOrInherits() {
        #expect(!OverriddenHooks.mayConcernFetches(Plain.self))
        #expect(!OverriddenHooks.mayConcernDeletions(Plain.self))
        #expect(OverriddenHooks.mayConcernFetches(Awaking.self))
        #expect(OverriddenHooks.mayConcernFetches(AwakingByClass.self))
        #expect(OverriddenHooks.mayConcernDeletions(AwakingByClass.self))
    }

    @Test func aFetchIsOfNoConcernToAClassThatHearsOfSavesOnly() {
        #expect(!OverriddenHooks.mayConcernFetches(Saving.self))
        #expect(OverriddenHooks.mayConcernDeletions(Saving.self))
    }
}
