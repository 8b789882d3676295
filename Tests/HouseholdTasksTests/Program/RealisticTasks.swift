/// Lines as they stand in people's todo.txt files: priorities, dates, projects, contexts, tags, some completed.
enum RealisticTasks {
    private static let verbs = [
        "Water", "Clean", "Buy", "Repair", "Call about", "Pay for", "Sort", "Bring back", "Düngen:",
    ]
    private static let things = [
        "the plants", "bathroom", "Zoë's bike", "winter tyres", "the tax letter", "水やり", "a present 🎁",
    ]
    private static let projects = ["garden", "car", "family", "finance"]
    private static let contexts = ["home", "phone", "town"]

    /// `count` lines, no two of them alike.
    static func lines(_ count: Int) -> [String] {
        (1...count).map { line($0) }
    }

    private static func line(_ number: Int) -> String {
        let (month, day) = (number % 12 + 1, number % 28 + 1)
        var words: [String] = []
        if number % 7 == 0 { words.append("x 2026-11-\(two(day))") }
        if number % 3 == 0, number % 7 != 0 { words.append("(\(["A", "B", "C"][number % 9 / 3]))") }
        if number % 2 == 0 { words.append("2026-10-\(two(day))") }
        words += [verbs[number % verbs.count], things[number % things.count], "no. \(number)"]
        words.append("+" + projects[number % projects.count])
        if number % 5 != 0 { words.append("@" + contexts[number % contexts.count]) }
        if number % 4 != 0 { words.append("due:2027-\(two(month))-\(two(day))") }
        if number % 11 == 0 { words.append("every:\(number % 4 + 1)w") }
        if number % 13 == 0 { words.append("id:\(number)") }
        return words.joined(separator: " ")
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
