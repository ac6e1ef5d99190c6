package cli

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/internal/ops"
)

// makeKey makes a key of a role, lists it, and returns the file of its secret half.
func makeKey(t *testing.T, folder, name, role string) (seed string) {
	t.Helper()
	line, err := hubCommand(t, "key", name, "--role", role, "--dir", folder).Output()
	if err != nil {
		t.Fatal(err)
	}
	keys, err := os.OpenFile(filepath.Join(folder, "keys"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = keys.Write(line)
		keys.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, name+".nkey")
}

// ask returns the answer of a hub to a request for monitoring.
func (p *process) ask(t *testing.T, path string) (status int, body string) {
	t.Helper()
	r, err := http.Get(p.ops + path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(b)
}

// shows waits until the figures of a hub have a line.
func (p *process) shows(t *testing.T, line string) {
	t.Helper()
	await(t, line, func() bool {
		time.Sleep(150 * time.Millisecond) // less often than the door's limit, and longer than figures live
		_, text := p.ask(t, "/metrics")
		return strings.Contains(text, "\n"+line+"\n")
	})
}

func TestAHubServesItsFiguresAndItsOperator(t *testing.T) {
	t.Parallel()
	folder, other := t.TempDir(), t.TempDir()
	host, door := makeKey(t, folder, "north", "host"), makeKey(t, folder, "east", "door")
	stranger := makeKey(t, other, "nobody", "host")
	socket := filepath.Join(folder, "admin")
	p := startProcess(t, "--listen", "127.0.0.1:0", "--keys", filepath.Join(folder, "keys"), "--ops", "127.0.0.1:0", "--admin", socket, "--data", filepath.Join(folder, "data"))
	for _, path := range []string{"/healthz", "/readyz"} {
		if status, body := p.ask(t, path); status != 200 {
			t.Errorf("%s is %d: %s", path, status, body)
		}
	}
	for _, seed := range []string{host, door, stranger} {
		connect(t, overnats.Options{URL: p.url, Seed: seed, Name: "test"})
	}
	for _, line := range []string{
		`dogfight_hub_connections{role="host"} 1`, `dogfight_hub_connections{role="door"} 1`, `dogfight_hub_stream_up{stream="KV_dogfight_hosts"} 1`,
		`dogfight_hub_stream_messages{stream="DOGFIGHT_RESULTS"} 0`, `dogfight_hub_results_total{outcome="recorded"} 0`, "dogfight_ready 1", "dogfight_healthy 1",
	} {
		p.shows(t, line)
	}
	_, text := p.ask(t, "/metrics")
	for _, zero := range []string{`dogfight_refused_total{door="nats",reason="key"} 0`, "dogfight_hub_database_bytes 0"} {
		if strings.Contains(text, "\n"+zero+"\n") {
			t.Errorf("it shows %s", zero)
		}
	}
	for words, want := range map[string]string{"who": `"name":"test","role":"host"`, "who --json": `"role":"door"`, "undrain": "start it again", "kick Ann": "a hub has the commands who"} {
		lines, err := ops.AskConsole(t.Context(), socket, strings.Fields(words)...)
		if text := fmt.Sprint(strings.Join(lines, "\n"), "\n", err); !strings.Contains(text, want) {
			t.Errorf("admin %s printed %s", words, text)
		}
	}
	if lines, err := ops.AskConsole(t.Context(), socket, "drain"); err != nil {
		t.Errorf("admin drain: %v, %q", err, lines)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("drained, it ended with %v", err)
	}
	log := p.stderr.String()
	if n := strings.Count(log, "its key is not in the file of keys"); n != 1 || strings.Contains(log, "authentication error") {
		t.Errorf("it logged the stranger %d times:\n%s", n, log)
	}
	if !strings.Contains(log, "connections are not encrypted") {
		t.Errorf("it did not warn of connections without TLS:\n%s", log)
	}
}

func TestAKeyOfTheWrongRoleIsOnePlainLine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	door := makeKey(t, folder, "east", "door")
	p := startProcess(t, "--listen", "127.0.0.1:0", "--keys", filepath.Join(folder, "keys"), "--data", filepath.Join(folder, "data"))
	var log lockedLog
	c := connect(t, overnats.Options{URL: p.url, Seed: door, Role: "host", Log: log.logger()})
	await(t, "the bus is up", c.Up)
	for n := range 50 {
		c.Publish(fleet.LogSubject+"m", fmt.Append(nil, n))
	}
	c.NATS().Flush()
	await(t, "it is logged", func() bool { return strings.Contains(log.text(), "wrong role") })
	p.Process.Signal(syscall.SIGTERM)
	p.Wait()
	if text := log.text(); strings.Count(text, "--fleet-key has the wrong role: the hub's file of keys must list it as host") != 1 || strings.Contains(text, "iolation") {
		t.Errorf("the member logged\n%s", text)
	}
	if text := p.stderr.String(); strings.Count(text, "a key is used beyond its role") != 1 || strings.Contains(text, "Violation") {
		t.Errorf("the hub logged\n%s", text)
	}
}

func TestAHubOfAClusterWarnsOfRecordsInItsOwnFile(t *testing.T) {
	t.Parallel()
	p := startProcess(t, "--listen", "127.0.0.1:0", "--name", "a", "--cluster", "127.0.0.1:0", "--routes", "nats://127.0.0.1:1", "--records", filepath.Join(t.TempDir(), "r.db"))
	p.Process.Signal(syscall.SIGTERM)
	p.Wait()
	if text := p.stderr.String(); !strings.Contains(text, "the records are in a file of this hub alone") {
		t.Errorf("it logged\n%s", text)
	}
}

func TestAHubReadsItsFlagsFromAFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "hub.toml")
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"listen = 5":       `:1: listen: must be text in quotes, got 5`,
		"replicas = \"x\"": `:1: replicas: must be a whole number, got "x"`,
		"conections = 2":   `:1: conections: must be a key that is a flag with _ for -, such as connections, got "conections"`,
		"open = \"yes\"":   ":1: open: must be true or false, got \"yes\"",
	} {
		write(text)
		out, err := hubCommand(t, "--listen", "127.0.0.1:0", "--config", file).CombinedOutput()
		if strings.HasPrefix(text, "listen") && err == nil || string(out) != "dogfight-hub: "+file+want+"\n" {
			t.Errorf("%q: %v, %s", text, err, out)
		}
	}
	write("listen = \"127.0.0.1:1\"\nops = \"127.0.0.1:0\"\nlog = \"json\"\n")
	p := startProcess(t, "--config", file, "--listen", "127.0.0.1:0") // a flag overrides the file
	if strings.HasSuffix(p.url, ":1") || p.ops == "" {
		t.Errorf("it listens at %s and %s", p.url, p.ops)
	}
	p.Process.Signal(syscall.SIGTERM)
	p.Wait()
	if !strings.HasPrefix(p.stderr.String(), "{") {
		t.Errorf("it logged\n%s", p.stderr)
	}
}

// lockedLog is a log that a test reads while it is written.
type lockedLog struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedLog) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedLog) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *lockedLog) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }
