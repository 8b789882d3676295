/// Commands that belong together, with their title in the help.
typealias KeyGroup = (title: String, commands: [KeyCommand])
