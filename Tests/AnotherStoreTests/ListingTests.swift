import Foundation
import Testing

@Suite struct ListingTests {
    @Test func theArticleShowsTheStoreThatIsTestedHere() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let article = try String(
            contentsOf: root.appending(path: "Sources/SignalsStore/SignalsStore.docc/AddingAStore.md"), encoding: .utf8)
        let store = try String(
            contentsOf: root.appending(path: "Tests/AnotherStore/DictionaryStore.swift"), encoding: .utf8)
        #expect(article.contains("```swift\n\(store)```"))
    }
}
