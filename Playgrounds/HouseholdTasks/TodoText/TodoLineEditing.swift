import Foundation

extension TodoLine {
    /// The line of this task done on `day`. The priority becomes a `pri:A` tag, as other programs write it; all else
    /// stays as it was written.
    func completed(on day: CalendarDay) -> TodoLine {
        guard !header.isCompleted else { return self }
        guard let priority = header.priority, let mark = TodoWord.words(of: text).first else {
            return TodoLine("x \(day) \(text.drop { $0 == " " || $0 == "\t" })")
        }
        let rest = text[mark.range.upperBound...].drop { $0 == " " || $0 == "\t" }
        return TodoLine("x \(day) \(rest) pri:\(priority)")
    }

    /// The line of this task opened again: without the mark and the day of completion, and with the priority that a
    /// `pri:A` tag has kept; all else stays as it was written.
    var reopened: TodoLine {
        guard header.isCompleted, let mark = TodoWord.words(of: text).first else { return self }
        let end = (header.dates.first?.range ?? mark.range).upperBound
        let priority = header.dates.isEmpty ? nil : header.priority.map { "(\($0)) " }
        return TodoLine((priority ?? "") + text[end...].drop { $0 == " " || $0 == "\t" }).withPriorityOfTag
    }

    private var withPriorityOfTag: TodoLine {
        guard header.priority == nil, let word = words.last(where: { $0.tag?.key == "pri" }),
            let letter = word.tag?.value, letter.count == 1, letter.allSatisfy({ ("A"..."Z").contains($0) })
        else { return self }
        let before = text[..<word.range.lowerBound].reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        return TodoLine("(\(letter)) " + String(before) + text[word.range.upperBound...])
    }

    /// The line of the task that follows this one when it is done on `day`, due one interval later; `nil` when it does
    /// not come back.
    func next(after day: CalendarDay) -> TodoLine? {
        guard let nextDay = recurrence?.nextDay(after: day, due: due) else { return nil }
        return written(on: day).due(on: nextDay)
    }

    /// This line with the day of its first valid `due:` tag replaced, or the tag added at the end.
    func due(on day: CalendarDay) -> TodoLine {
        guard let tag = value(of: "due") else { return TodoLine("\(text) due:\(day)") }
        return replacing(tag.value.startIndex..<tag.value.endIndex, with: day)
    }

    private func written(on day: CalendarDay) -> TodoLine {
        header.creationDate.map { replacing($0.range, with: day) } ?? self
    }

    private func replacing(_ range: Range<String.Index>, with day: CalendarDay) -> TodoLine {
        TodoLine(text.replacingCharacters(in: range, with: day.description))
    }
}
