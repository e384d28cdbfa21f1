package fault

// Exit statuses, on which scripts rely.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitProvider    = 3
	ExitLand        = 4
	ExitFound       = 5
	ExitInterrupted = 130
)
