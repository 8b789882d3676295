import SignalsModel

extension Trial {
    /// Random chains of all operators, in virtual time, against a model of Combine's documentation.
    static let model = Trial(name: "\(chainsPerRound) random chains against the model") { seed, _ in
        differencesFromModel(seed: seed.next(), count: chainsPerRound)
    }

    private static let chainsPerRound = 100
}
