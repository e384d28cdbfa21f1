package sleep

import "context"

// dreams does the tasks of SLEEP §6 after a deep night, each in its own
// transaction.
func dreams(_ context.Context, _ *Night, _ Deps, _ func(Progress)) error { return nil }
