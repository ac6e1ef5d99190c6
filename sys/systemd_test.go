//go:build unix

package sys

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"dogfight/testkit"
)

// notified returns the socket of a manager, which the environment names, and a function that reads its next message.
func notified(t *testing.T) (next func() string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "n") // shorter than t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	path := filepath.Join(folder, "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return func() string {
		b := make([]byte, 4096)
		conn.SetReadDeadline(time.Now().Add(testkit.Limit))
		n, err := conn.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
}

func TestAManagerGetsTheState(t *testing.T) {
	next := notified(t)
	m := ServiceManager()
	if os.Getenv("NOTIFY_SOCKET") != "" {
		t.Error("programs that are started would speak for this one")
	}
	for _, c := range []struct {
		tell func() error
		want string
	}{
		{func() error { return m.Ready("3 players") }, "READY=1\nSTATUS=3 players"},
		{func() error { return m.Ready("3\nWATCHDOG=1\nx") }, "READY=1\nSTATUS=3 WATCHDOG=1 x"},
		{m.Stopping, "STOPPING=1"},
	} {
		if err := c.tell(); err != nil {
			t.Fatal(err)
		}
		if got := next(); got != c.want {
			t.Errorf("told %q, expected %q", got, c.want)
		}
	}
}

func TestAReloadHasAMonotonicTime(t *testing.T) {
	next := notified(t)
	m := ServiceManager()
	last := int64(0)
	for range 3 {
		if err := m.Reloading(); err != nil {
			t.Fatal(err)
		}
		at, ok := strings.CutPrefix(next(), "RELOADING=1\nMONOTONIC_USEC=")
		n, err := strconv.ParseInt(at, 10, 64)
		if !ok || err != nil || n <= last {
			t.Errorf("told %q after %d, %v", at, last, err)
		}
		last = n
		time.Sleep(time.Millisecond)
	}
}

func TestWithoutAManagerNothingIsSent(t *testing.T) {
	for _, path := range []string{"", "relative", "vsock:2:1234"} {
		t.Setenv("NOTIFY_SOCKET", path)
		m := ServiceManager()
		if m != nil || m.Ready("") != nil || m.Stopping() != nil || m.Reloading() != nil {
			t.Errorf("with %q there is a manager", path)
		}
		m.Run(context.Background(), Watched{})
	}
}

func TestAManagerThatHasEndedDoesNotBlock(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", filepath.Join(t.TempDir(), "nobody"))
	if err := ServiceManager().Ready(""); err == nil {
		t.Error("nobody was told")
	}
}

func TestTheWatchdogIsFedWhileTheHostIsHealthy(t *testing.T) {
	next := notified(t)
	t.Setenv("WATCHDOG_USEC", "40000")
	t.Setenv("WATCHDOG_PID", strconv.Itoa(os.Getpid()))
	m := ServiceManager()
	if m.watchdog != 40*time.Millisecond {
		t.Fatalf("watchdog %v", m.watchdog)
	}
	const healthy = 3 // answers
	asked := 0        // in Run's goroutine
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.Run(ctx, Watched{
			Status: func() string { return "" }, Draining: func() bool { return false },
			Healthy: func() error {
				if asked++; asked == 2*healthy {
					cancel()
				}
				if asked > healthy {
					return errors.New("ill")
				}
				return nil
			},
		})
	}()
	<-done
	m.Stopping()
	fed := 0
	for got := next(); got != "STOPPING=1"; got = next() {
		if fed++; got != "WATCHDOG=1" {
			t.Errorf("told %q", got)
		}
	}
	if fed != healthy {
		t.Errorf("fed %d times, expected %d", fed, healthy)
	}
}

func TestTheWatchdogOfAnotherProcessIsNotFed(t *testing.T) {
	notified(t)
	for pid, usec := range map[string]string{"1": "1000000", "": "soon", "x": "1", strconv.Itoa(os.Getpid()): "-5"} {
		t.Setenv("NOTIFY_SOCKET", "/somewhere")
		t.Setenv("WATCHDOG_PID", pid)
		t.Setenv("WATCHDOG_USEC", usec)
		if m := ServiceManager(); m == nil || m.watchdog != 0 {
			t.Errorf("pid %q, %q µs: %+v", pid, usec, m)
		}
	}
}

// asChild makes the test binary print what it inherits, and end.
const asChild = "DOGFIGHT_TEST_INHERITED"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		goleak.VerifyTestMain(m)
		return
	}
	s, err := InheritedSockets()
	fmt.Println(describe(s), err, "left:", os.Getenv("LISTEN_FDS")+os.Getenv("LISTEN_PID")+os.Getenv("LISTEN_FDNAMES"))
	if s.Native != nil {
		conn, err := s.Native.Accept()
		if err == nil {
			conn.Write([]byte("hello"))
			conn.Close()
		}
	}
	s.Close()
}

func describe(s Sockets) string {
	var all []string
	if s.Native != nil {
		all = append(all, "native "+s.Native.Addr().String())
	}
	if s.NativeUDP != nil {
		all = append(all, "native-udp "+s.NativeUDP.LocalAddr().String())
	}
	if s.SSH != nil {
		all = append(all, "ssh "+s.SSH.Addr().String())
	}
	if s.Ops != nil {
		all = append(all, "ops "+s.Ops.Addr().String())
	}
	return strings.Join(all, ", ")
}

// child starts this program with files, as a service manager does, and returns it with its first line.
func child(t *testing.T, pid, names string, files ...*os.File) (*exec.Cmd, string) {
	t.Helper()
	c := exec.Command("/bin/sh", "-c", `LISTEN_PID=`+pid+` exec "$0"`, os.Args[0])
	c.Env = append(os.Environ(), asChild+"=1", fmt.Sprintf("LISTEN_FDS=%d", len(files)), "LISTEN_FDNAMES="+names)
	c.ExtraFiles = files
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Process.Kill()
		c.Wait()
	})
	line := make([]byte, 4096)
	n, _ := out.Read(line)
	return c, strings.TrimSpace(string(line[:n]))
}

// open returns a listening socket of each network, and their addresses.
func open(t *testing.T, networks ...string) (files []*os.File, addrs []string) {
	t.Helper()
	keep := func(f *os.File, err error, at string) {
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { f.Close() })
		files, addrs = append(files, f), append(addrs, at)
	}
	for _, network := range networks {
		if network == "udp" {
			c, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			f, err := c.File()
			keep(f, err, c.LocalAddr().String())
			c.Close()
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.(*net.TCPListener).File()
		keep(f, err, l.Addr().String())
		l.Close()
	}
	return files, addrs
}

func TestAChildInheritsSockets(t *testing.T) {
	files, at := open(t, "tcp", "udp", "tcp", "tcp")
	_, told := child(t, "$$", "native:native-udp:ssh:ops", files...)
	want := fmt.Sprintf("native %s, native-udp %s, ssh %s, ops %s <nil> left:", at[0], at[1], at[2], at[3])
	if told != want {
		t.Fatalf("told %q, expected %q", told, want)
	}
	conn, err := net.Dial("tcp", at[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	b := make([]byte, 5)
	if n, err := conn.Read(b); err != nil || string(b[:n]) != "hello" {
		t.Errorf("heard %q, %v", b[:n], err)
	}
}

func TestWrongSocketsAreRefused(t *testing.T) {
	for _, c := range []struct {
		pid, names, want string
		networks         []string
	}{
		{"1", "native", "<nil> left:", []string{"tcp"}},
		{"$$", "dogfight.socket", `a socket that was handed over is called "dogfight.socket", must be native, native-udp, ssh, web or ops left:`, []string{"tcp"}},
		{"$$", "", `is called "unknown", must be native`, []string{"tcp"}},
		{"$$", "ssh:ssh", "two sockets that were handed over are called ssh", []string{"tcp", "tcp"}},
		{"$$", "native", "socket native: must be a listening stream", []string{"udp"}},
		{"$$", "native:native-udp", "socket native-udp: must be one of datagrams", []string{"tcp", "tcp"}},
		{"$$", "native-udp", "must have native with it", []string{"udp"}},
	} {
		files, _ := open(t, c.networks...)
		if _, told := child(t, c.pid, c.names, files...); !strings.Contains(told, c.want) {
			t.Errorf("%s of %s as %q: told %q, expected %q", c.networks, c.pid, c.names, told, c.want)
		}
	}
}

func TestFilesWithoutNamesAreUnknown(t *testing.T) {
	for list, want := range map[string][]string{"": {"unknown", "unknown"}, "a": {"a", "unknown"}, "a:b:c": {"a", "b"}} {
		if got := fileNames(list, 2); !slices.Equal(got, want) {
			t.Errorf("%q names %q", list, got)
		}
	}
}
