extension Page {
    static let all = [
        Page(
            name: "SavingInTheBackground",
            output: """
                tasks: ["Water plants"]
                the first screen is presented: false
                alert: Could not save task: The HouseholdTask name "Water plants" is already taken. Choose another.
                phase: saving
                alert: Could not save task: The HouseholdTask name "Water plants" is already taken. Choose another.
                dismissed; has an error: false
                tasks: ["Water plants", "Sweep"]

                """),
        Page(
            name: "UnitsOfWork",
            output: """
                rolled back: Locked(name: "locked.txt")
                the future failed too
                files left: 3
                files left: 1
                the unit saw 3 files; in the store are 2; the draft is pending: true
                parent save: The StoredFile name "c.txt" is already taken. Choose another.
                in the view context: 3

                """),
        Page(
            name: "DomainEvents",
            output: """
                Ada ate 120 g; bananas left: 2
                Bob ate 90 g; bananas left: 1
                Ada ate 60 g; bananas left: 0
                nobody ate: Empty()
                A banana of 75 g grew.
                after a peer unit: 80 g pending in the view context
                the view context's save finds the conflict: The Banana grams was changed to 100 by someone else while it \
                was changed to 80 here. Refresh it without merging and change it again, or save with a merge policy that decides.
                rolled back: 100 g
                after a child unit: 130 g, pending: false

                """),
        Page(
            name: "Transactions",
            output: """
                committed ["John Smith"]
                ["Jane Smith", "John Smith"]
                refused: beginSynchronous(_:) inside a transaction of the same data stack would wait for itself. Make \
                the changes in the outer transaction, or use beginAsynchronous(_:).
                ["Jane Smith", "John Smith", "Second download"]
                ["In Config1", "In the other"]
                Jane Smith 30 ["John Smith"]
                ["Jane Smith", "Second download"]
                ["Jane Smith"]
                [40, 30, 20] ["Ann", "Bob", "Jane Smith"]

                """),
        Page(
            name: "EditingAForm",
            output: """
                saved: false · An event has a title.
                saved: true
                in the view context: Swim at Pool · has changes: false
                draft: Run · original: Swim
                cancelled: Swim
                undo: Row at Pool
                redo: Row at Lake
                saved: true · Row at Lake
                saved: true\u{20}
                merged: Rest at Sea

                """),
        Page(
            name: "LargeImports",
            output: """
                imported: 1.0 books: 2500
                books: 3500 authors: 100
                Book 7, second edition
                added: 1.0 books: 6000
                authors: 100
                cancelled at 0.4 books: 7000

                """),
    ]
}
