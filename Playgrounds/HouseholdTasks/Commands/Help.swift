/// The texts of `--help` and `--version`.
enum Help {
    static let version = "household-tasks 0.1.0"

    /// At most 80 columns, as the terminals that it is read in.
    static let text = """
        household-tasks: a household's tasks, in the terminal

        Usage:
          household-tasks            open the dashboard (without a terminal: the list)
          household-tasks add "Water plants due:2026-12-01 every:3d"
          household-tasks list       print the open tasks by due date
                               --all   the completed ones too
                               --json  each as a JSON object in a line
          household-tasks done NAME      complete a task; its name, or enough of its
                                         beginning
          household-tasks reopen NAME    open a completed task again
          household-tasks delete NAME    delete a task
          household-tasks import FILE    read a todo.txt file, one task a line
          household-tasks export FILE    write all tasks as a todo.txt file; - is
                                         standard output
          household-tasks monitor        show what is saved, how fast, and which other
                                         programs have the store open

        Options:
          --store PATH     where the tasks are kept; default:
                           household-tasks/tasks.sqlite in $XDG_DATA_HOME, or in
                           ~/.local/share;
                           postgresql://HOST/DATABASE keeps them on a server
          --help, --version
        Of the dashboard and the monitor:
          --lines          a line for each change, instead of the whole screen
          --linear         a sentence for each change, for screen readers
          --json           a JSON object for each change
          --inline         a few rows at the bottom
          --load N         save N times a second, and show how long that takes; what it
                           saves is deleted at the end
          --fail-every N   make each Nth save fail, to see how failures look

        A task is a line of todo.txt: an optional priority (A) to (Z) and the day it was
        written, then the text with +projects, @contexts and key:value tags; "x " in
        front marks it as completed. Two are understood here:
          due:2026-12-01   the day it is due
          every:3d         it comes back, every 3 days (d), weeks (w), months (m) or
                           years (y)
        A recurring task that is completed becomes due again on the first day in its
        rhythm, counted from the day it was due, that lies after both that day and
        today. Without a due day the rhythm starts today. The 31st becomes the last day
        of a month that is shorter, and the task keeps that day. The completed one is
        kept as well.

        Open tasks have names of their own: the text with its projects and contexts,
        without key:value tags. Completed ones may repeat.

        import saves every line by itself. A line that cannot be a task (a date that is
        none, no text, control characters but tabs, over 64 KiB) or whose name is taken
        is reported, and the rest is saved; importing a file twice adds nothing to what
        is open. Empty lines are nothing. export writes back, byte for byte, what was
        not changed.

        In the dashboard: arrow keys or j and k move, a adds, e edits, d completes,
        x deletes, u undoes, U redoes, / searches, ? shows help.

        Exit status: 0 when all went well, 1 when something was refused or failed, 2
        when the arguments were not understood.
        """
}
