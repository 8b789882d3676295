import Foundation
import Signals

// A program whose main thread leaves all to the main queue, or with the argument "runloop" runs the main run loop.
let isRunLoop = CommandLine.arguments.contains("runloop")
let received = (1...3).publisher.receive(on: RunLoop.main).sink { print("received", $0) }
let ticking = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect().prefix(3).sink(
    receiveCompletion: { _ in
        if isRunLoop, !Thread.isMainThread { print("not on the main thread") }
        print("three dates")
        exit(0)
    }, receiveValue: { _ in })
if isRunLoop { RunLoop.main.run() } else { dispatchMain() }
