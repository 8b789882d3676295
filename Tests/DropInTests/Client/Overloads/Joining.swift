import Combine

// Publishers of literals that are joined: the compiler finds the same type of values as with Combine, and never `Any`.

/// The types of values of joined publishers, as the compiler infers them.
func inferredOutputs() -> [Any.Type] {
    let first = Just(1).append(Just(2)).prepend([0])
    let second = Just(1).prepend(Just(2)).append([0])
    let third = Just("a").append(Just("b")).prepend(["c"])
    let fourth = Just(1).append([1].publisher).prepend([0])
    let fifth = Just(1).append(Just(2)).replaceEmpty(with: 0).append([0])
    let sixth = Just(Optional(1)).append(Just(2)).prepend([nil])
    let seventh = [1].publisher.append(Just(2)).prepend([0]).append(4)
    let eighth = Just(1).append(Just(2)).prepend([0]).eraseToAnyPublisher()
    return [
        output(first), output(second), output(third), output(fourth), output(fifth), output(sixth), output(seventh),
        output(eighth),
    ]
}

private func output<P: Publisher>(_ publisher: P) -> Any.Type { P.Output.self }
