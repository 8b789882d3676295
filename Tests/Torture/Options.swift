/// What the command line says.
struct Options {
    var seed = UInt64.random(in: 1...999_999)
    var rounds = 1000
    var values = 100_000

    /// - Throws: what is wrong with the arguments.
    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let number = rest.popFirst().flatMap({ UInt64($0) }), number > 0 else { throw Usage() }
            switch option {
            case "--seed": seed = number
            case "--rounds": rounds = Int(number)
            case "--values": values = Int(number)
            default: throw Usage()
            }
        }
    }

    struct Usage: Error, CustomStringConvertible {
        var description: String {
            """
            usage: torture [--seed N] [--rounds N] [--values N]
              --seed N    repeats a run (the threads still race as they will)
              --rounds N  how often each trial runs, 1000 unless told
              --values N  values a round through a concurrent queue, 100000 unless told
            """
        }
    }
}
