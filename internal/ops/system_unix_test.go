//go:build unix

package ops

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/testkit"
)

// TestFiguresAreServedWithoutADescriptor runs in a process of its own: it uses all descriptors, and connections of other tests that close
// late would free some.
func TestFiguresAreServedWithoutADescriptor(t *testing.T) {
	const alone = "USES_ALL_DESCRIPTORS"
	if os.Getenv(alone) == "" {
		c := exec.CommandContext(testkit.Context(t), os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
		c.Env = append(os.Environ(), alone+"=1")
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		} else if bytes.Contains(out, []byte("--- SKIP")) {
			t.Skipf("%s", out)
		}
		return
	}
	d := openDoor(t, New(""), loopback)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	few := was
	few.Cur = 100
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Skip("the limit of descriptors cannot be set here: ", err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was)
	var files []*os.File
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	for {
		f, err := os.Open(os.DevNull)
		if err != nil {
			break
		}
		files = append(files, f)
	}
	for range 3 { // each scrape has a connection of its own
		files[0].Close() // for the scraper, which is in this process
		files = files[1:]
		conn, err := net.Dial("tcp", d.Addrs()[0])
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(testkit.Limit))
		io.WriteString(conn, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
		answer, err := io.ReadAll(conn)
		if err != nil || !strings.Contains(string(answer), "200 OK") || strings.Contains(string(answer), shortName+" 0\n") {
			t.Errorf("%v: %.100s", err, answer)
		}
		conn.Close()
		testkit.Until(t, "the spare descriptor is back", func() bool { // until then, the freed one is not the scraper's
			d.listener.mu.Lock()
			defer d.listener.mu.Unlock()
			return d.listener.spare != nil
		})
		files = append(files, mustOpen(t))
	}
}

func mustOpen(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
