/// The options of the command line.
struct Options {
    var seed = UInt64.random(in: 1...999_999)
    var rounds = 1000
    var values = 100_000

    /// The number of sequences of the object graph, from the seed on; nil runs the other trials.
    var graph: Int?

    /// True if these sequences are of objects that nobody has read.
    var isUnread = false

    /// The classes of operation of these sequences, as `Features`.
    var features = 63

    /// A part of the names of the models that the sequences are of, or nil for all.
    var schema: String?

    /// True if sequences end before a known difference.
    var leavesOutKnown = false

    /// True if the first sequence that differs is the last, and told as it is.
    var stopsAtFirst = false

    /// A part of the names of the trials to run, or nil for all.
    var trial: String?

    /// - Throws: what is wrong with the arguments.
    init(_ arguments: some Sequence<String>) throws {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            guard let argument = rest.popFirst() else { throw Usage() }
            if option == "--trial" {
                trial = argument
                continue
            }
            if option == "--known" {
                leavesOutKnown = argument == "out"
                continue
            }
            if option == "--stop" {
                stopsAtFirst = argument == "first"
                continue
            }
            if option == "--schema" {
                schema = argument
                continue
            }
            guard let number = UInt64(argument), number > 0 else { throw Usage() }
            switch option {
            case "--seed": seed = number
            case "--rounds": rounds = Int(number)
            case "--values": values = Int(number)
            case "--graph": graph = Int(number)
            case "--unread":
                graph = Int(number)
                isUnread = true
            case "--features": features = Int(number)
            default: throw Usage()
            }
        }
    }

    struct Usage: Error, CustomStringConvertible {
        var description: String {
            """
            usage: torture [--seed N] [--rounds N] [--values N] [--trial NAME] [--graph N]
              --seed N      repeats a run (the threads still race as they will)
              --rounds N    how often each trial runs, 1000 unless told
              --values N    values a round through a concurrent queue, 100000 unless told
              --graph N     runs only N random sequences on the object graph, against a model of it
              --unread N    the same on objects that nobody has read, or even registered
              --features N  their classes of operation, added: 1 peers, 2 children, 4 undo, 8 tasks and units,
                            16 saveThroughParent(), 32 relationships read late; all unless told
              --schema NAME only those of models whose names contain this
              --known out   ends them before what the package is known to do otherwise, as the suite does
              --stop first  ends with the first sequence that differs, and does not look for the shortest
              --trial NAME  runs only the trials whose names contain this
            """
        }
    }
}
