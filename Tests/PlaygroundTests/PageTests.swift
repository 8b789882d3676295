import Foundation
import Testing

/// Each page of the playground as a program: it runs to its end and prints what its text promises.
@Suite struct PageTests {
    @Test(arguments: Page.all) func aPagePrintsWhatItsTextPromises(_ page: Page) throws {
        let (output, status) = try page.run()
        #expect(status == 0)
        #expect(output == page.output)
    }

    @Test func everyPageIsATestedProgram() throws {
        let pages = Page.folder.appending(path: "Playgrounds/Signals.playground/Pages")
        let names = try FileManager.default.contentsOfDirectory(atPath: pages.path)
            .map { $0.replacing(".xcplaygroundpage", with: "") }
        #expect(Set(names) == Set(Page.all.map(\.name)))
        let contents = try String(
            contentsOf: pages.deletingLastPathComponent().appending(path: "contents.xcplayground"), encoding: .utf8)
        for name in names { #expect(contents.contains("<page name='\(name)'/>")) }
    }
}
