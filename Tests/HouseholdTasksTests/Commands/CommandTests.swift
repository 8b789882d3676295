import Testing

@testable import HouseholdTasks

@Suite struct CommandTests {
    @Test(
        arguments: [
            ([], Command.dashboard, nil),
            (["add", "Water plants due:2026-12-01"], .add(text: "Water plants due:2026-12-01"), nil),
            (["add", "Water", "plants"], .add(text: "Water plants"), nil),
            (["add", "--", "--odd task"], .add(text: "--odd task"), nil),
            (["add", "- dash"], .add(text: "- dash"), nil),
            (["list"], .list(all: false), nil), (["list", "--all"], .list(all: true), nil),
            (["done", "Water", "plants"], .done(name: "Water plants"), nil),
            (["list", "--json", "--all"], .list(all: true, json: true), nil),
            (["reopen", "Water", "plants"], .reopen(name: "Water plants"), nil),
            (["monitor", "--lines"], .monitor, nil),
            (["delete", "Water"], .delete(name: "Water"), nil),
            (["import", "my file.txt"], .importFile(path: "my file.txt"), nil),
            (["export", "-"], .exportFile(path: "-"), nil),
            (["--store", "a.sqlite", "list"], .list(all: false), "a.sqlite"),
            (["list", "--store=b.sqlite"], .list(all: false), "b.sqlite"),
            (["--store", "c.sqlite"], .dashboard, "c.sqlite"),
            (["--help"], .help, nil), (["-h"], .help, nil), (["add", "--help"], .help, nil), (["help"], .help, nil),
            (["--version"], .version, nil), (["version"], .version, nil),
        ] as [([String], Command, String?)])
    func argumentsAreUnderstood(arguments: [String], command: Command, store: String?) throws {
        let invocation = try Invocation(arguments)
        #expect(invocation.command == command)
        #expect(invocation.store == store)
    }

    @Test(arguments: [
        (
            ["lsit"],
            "there is no command “lsit”; the commands are add, list, done, reopen, delete, import, export, "
                + "monitor, help, version"
        ),
        (["--frobnicate"], "there is no option “--frobnicate”"), (["-x"], "there is no option “-x”"),
        (["list", "--frobnicate"], "there is no option “--frobnicate”"),
        (["add"], "“add” needs the task"), (["done"], "“done” needs the task's name"),
        (["import"], "“import” needs a file"), (["export", ""], "“export” needs a file"),
        (["import", "a", "b"], "“import” does not take “b”"), (["list", "all"], "“list” does not take “all”"),
        (["--store"], "“--store” needs a path"), (["--store="], "“--store” needs a path"),
        (["done", "x", "--all"], "“--all” goes with “list” only"),
        (["--all"], "“--all” goes with “list” only"), (["add", "x", "--json"], "“--json” goes with “list and the"),
        (["list", "--linear"], "“--linear” goes with “the dashboard” only"),
        (["list", "--load", "3"], "“--load” goes with “the dashboard” only"),
        (["--load"], "“--load” needs a number, as in --load 100"), (["--load=0"], "“0” is not a number from 1 to"),
        (["--fail-every", "x"], "“x” is not a number from 1 to 1,000,000; write --fail-every 3"),
        (["\u{1B}[31m"], "there is no command “␛[31m”"),
    ])
    func whatIsNotUnderstoodSaysWhatToWrite(arguments: [String], message: String) {
        let error = #expect(throws: UsageError.self) { try Invocation(arguments) }
        let text = error?.description ?? ""
        #expect(text.hasPrefix(message))
        #expect(text.hasSuffix("See household-tasks --help."))
    }

    @Test func theDashboardsOptionsAreUnderstood() throws {
        let invocation = try Invocation(["--load=100", "--fail-every", "3", "--linear"])
        #expect(invocation.command == .dashboard)
        #expect(invocation.load == 100)
        #expect(invocation.failEvery == 3)
        #expect(invocation.mode == .linear)
        #expect(try Invocation([]).mode == .automatic)
    }

    @Test func theHelpNamesEveryCommand() {
        for name in [
            "add", "list", "done", "reopen", "delete", "import", "export", "monitor", "--store", "--all", "--help",
            "--version",
            "every:3d",
            "--json", "--lines", "--linear", "--inline", "--load", "--fail-every",
        ] {
            #expect(Help.text.contains(name))
        }
        #expect(Help.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
