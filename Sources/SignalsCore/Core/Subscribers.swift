/// The namespace of the types around subscribers. Combine's `Subscribers`.
public enum Subscribers {}
