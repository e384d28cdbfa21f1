package metrics

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"
)

// Loopback says why addr ("127.0.0.1:9188", "[::1]:0", "localhost:9188") may not
// be listened on, or nil. A host name other than localhost is refused, whatever
// it stands for now.
func Loopback(addr string) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%q is no address such as 127.0.0.1:9188: %w", addr, err)
	}
	if host == "localhost" {
		return nil
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.Unmap().IsLoopback() {
		return fmt.Errorf("%q is not this machine alone; metrics are served on a loopback address, such as 127.0.0.1:9188", addr)
	}
	return nil
}

// named answers only who asks for this machine by its own name, at this port: a
// page that a browser on this machine shows could otherwise read the figures by a
// host name that points here.
func named(port int, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, at, err := net.SplitHostPort(r.Host)
		if err != nil || at != strconv.Itoa(port) || Loopback(r.Host) != nil {
			http.Error(w, "this is not the host you asked for", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Serve answers GET /metrics on a loopback address until stop is called. bound
// is the address with the port that was taken for port 0.
func (b *Board) Serve(addr string) (bound string, stop func(), err error) {
	if err := Loopback(addr); err != nil {
		return "", nil, err
	}
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", addr)
	if err != nil {
		return "", nil, fmt.Errorf("serve metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", b.Handler())
	s := &http.Server{Handler: named(l.Addr().(*net.TCPAddr).Port, mux), ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	ended := make(chan struct{})
	go func() { // ends when stop closes the server
		defer close(ended)
		if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			l.Close() // a scrape then finds nobody; the daemon goes on
		}
	}()
	return l.Addr().String(), func() { s.Close(); <-ended }, nil
}
