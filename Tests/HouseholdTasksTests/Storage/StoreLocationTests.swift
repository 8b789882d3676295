import Foundation
import Testing

@testable import HouseholdTasks

@Suite struct StoreLocationTests {
    @Test(
        arguments: [
            (nil, ["HOME": "/home/ada"], "/home/ada/.local/share/household-tasks/tasks.sqlite"),
            (nil, ["HOME": "/home/ada", "XDG_DATA_HOME": "/data"], "/data/household-tasks/tasks.sqlite"),
            (nil, ["HOME": "/home/ada", "XDG_DATA_HOME": ""], "/home/ada/.local/share/household-tasks/tasks.sqlite"),
            (
                nil, ["HOME": "/home/ada", "XDG_DATA_HOME": "data"],
                "/home/ada/.local/share/household-tasks/tasks.sqlite"
            ),
            ("/tmp/my tasks.sqlite", ["XDG_DATA_HOME": "/data"], "/tmp/my tasks.sqlite"),
        ] as [(String?, [String: String], String)])
    func theStoreIsWhereTheUserWantsIt(path: String?, environment: [String: String], expected: String) {
        #expect(StoreLocation.url(path: path, environment: environment).path == expected)
    }

    @Test func withoutAHomeItIsTheOneOfTheAccount() {
        #expect(StoreLocation.url(path: nil, environment: [:]).path.hasPrefix(NSHomeDirectory()))
    }
}
