// The spans of what runs in the background end before its outcome is reported.
extension OngoingSpan {
    func ending(with ending: BackgroundWork.Ending) -> BackgroundWork.Ending {
        BackgroundWork.Ending(onCommit: ending.onCommit) {
            self.end()
            ending.finish()
        }
    }

    func ending(with fail: @escaping BackgroundWork.Failing) -> BackgroundWork.Failing {
        { failure in
            self.end(failure.error)
            fail(failure)
        }
    }

    func ending<Output>(
        with completion: @escaping BackgroundWork.Completion<Output>
    ) -> BackgroundWork.Completion<Output> {
        { result in
            if case .failure(let failure) = result { self.end(failure.error) } else { self.end() }
            completion(result)
        }
    }
}
