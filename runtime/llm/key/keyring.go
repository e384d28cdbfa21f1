package key

import (
	"context"
	goruntime "runtime"

	"github.com/zalando/go-keyring"
)

// service is the name under which the keyring lists the keys.
const service = "dormouse"

// HasKeyring tells whether there may be one: elsewhere than on macOS and Windows a
// keyring is reached by the session's bus, and asking for a bus that is not there
// starts one.
func HasKeyring(getenv func(string) string) bool {
	switch goruntime.GOOS {
	case "darwin", "windows":
		return true
	}
	return getenv("DBUS_SESSION_BUS_ADDRESS") != ""
}

func ringSet(ctx context.Context, provider, value string) error {
	_, err := patiently(ctx, func() (string, error) { return "", keyring.Set(service, provider, value) })
	return err
}

func ringGet(ctx context.Context, provider string) (string, error) {
	return patiently(ctx, func() (string, error) { return keyring.Get(service, provider) })
}

// patiently waits for the keyring, which may ask the person to unlock it, until ctx
// ends.
func patiently(ctx context.Context, ask func() (string, error)) (string, error) {
	type answer struct {
		value string
		err   error
	}
	got := make(chan answer, 1)
	// Ends when the keyring answers, or with the program: it cannot be told to stop.
	go func() {
		value, err := ask()
		got <- answer{value, err}
	}()
	select {
	case a := <-got:
		return a.value, a.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
