//go:build unix

package sys

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

// asChild has the test binary tell what it inherits, and end.
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

// child starts this program with files as a service manager does, and returns it with its first line.
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

// open returns a listening socket of each network, and where they listen.
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

func TestAChildTakesTheSocketsThatItIsHanded(t *testing.T) {
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

func TestWhatIsHandedToAnotherOrWrongIsNotTaken(t *testing.T) {
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
