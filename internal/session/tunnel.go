package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"strings"
	"sync"
	"time"

	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/net/sshd"
)

// tunnel is the way to a host through the user's own ssh, so that its agent, its settings and its known
// hosts count.
type tunnel struct{ user, host, port string }

// tunnelScheme begins the address of a host that is reached through SSH.
const tunnelScheme = "ssh://"

// parseTunnel takes ssh://[USER@]HOST[:PORT].
func parseTunnel(address string) (tunnel, error) {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return tunnel{}, fmt.Errorf("address must be ssh://[USER@]HOST[:PORT], got %q", address)
	}
	t := tunnel{u.User.Username(), u.Hostname(), u.Port()}
	if strings.HasPrefix(t.host, "-") || strings.HasPrefix(t.user, "-") { // ssh would take it for an option
		return tunnel{}, fmt.Errorf("user and host must not begin with -, got %q", address)
	}
	return t, nil
}

// args returns what ssh is called with: for the subsystem, and nothing that the
// user's settings have forwarded or started besides.
func (t tunnel) args() []string {
	args := []string{"-T", "-a", "-x", "-o", "ClearAllForwardings=yes", "-o", "PermitLocalCommand=no", "-o", "RemoteCommand=none"}
	if t.port != "" {
		args = append(args, "-p", t.port)
	}
	if t.user != "" {
		args = append(args, "-l", t.user)
	}
	return append(args, "-s", "--", t.host, sshd.Subsystem)
}

// open starts ssh. Where the screen is ours already it cannot ask anything, and fails where it would
// have to.
func (t tunnel) open(_ context.Context, screen bool) (io.ReadWriteCloser, error) {
	cmd := exec.Command("ssh", t.args()...)
	if screen {
		askNothing(cmd)
	}
	return startTunnel(cmd)
}

// link is the net client's dialling.
func (t tunnel) link(address string) link.Link {
	return link.DialThrough(address, func(ctx context.Context) (io.ReadWriteCloser, error) { return t.open(ctx, true) })
}

// Dial returns what dials an address, before there is a screen: a tunnel is made at once, so that
// ssh can ask the user what it has to.
func Dial(ctx context.Context, dirs config.Dirs, address string) (dial func() link.Link, err error) {
	switch {
	case strings.HasPrefix(address, fleetScheme):
		return dialFleet(ctx, dirs, address)
	case !strings.HasPrefix(address, tunnelScheme):
		return dialler(dirs, address)
	}
	t, err := parseTunnel(address)
	if err != nil {
		return nil, err
	}
	return t.meet(ctx, address)
}

// meet connects before there is a screen, so that ssh can ask the user about an unknown host, or for a
// passphrase. It returns what dials: first what is connected, and later anew.
func (t tunnel) meet(ctx context.Context, address string) (dial func() link.Link, err error) {
	rw, err := t.open(ctx, false)
	if err != nil {
		return nil, err
	}
	first, err := link.Through(ctx, address, rw)
	if err != nil {
		return nil, err
	}
	return func() link.Link {
		l := first
		if first = nil; l == nil {
			l = t.link(address)
		}
		return l
	}, nil
}

// sshProcess is a running ssh, as a stream.
type sshProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Reader
	errors lastWords
	wait   func() error // called again, it returns the same
}

func startTunnel(cmd *exec.Cmd) (*sshProcess, error) {
	p := &sshProcess{cmd: cmd, wait: sync.OnceValue(cmd.Wait)}
	cmd.Stderr, cmd.WaitDelay = &p.errors, time.Second // a shared connection's ssh lives on, with our standard error
	var err, errOut error
	p.in, err = cmd.StdinPipe()
	p.out, errOut = cmd.StdoutPipe()
	if err := errors.Join(err, errOut); err != nil {
		return nil, err
	}
	if err := cmd.Start(); errors.Is(err, exec.ErrNotFound) {
		return nil, errors.New("there is no ssh on this computer: install OpenSSH's client")
	} else if err != nil {
		return nil, fmt.Errorf("cannot run ssh: %w", err)
	}
	return p, nil
}

// Read ends with what ssh said last, if it failed.
func (p *sshProcess) Read(b []byte) (int, error) {
	n, err := p.out.Read(b)
	if err == nil {
		return n, nil
	}
	if failed := p.wait(); failed != nil {
		if said := p.errors.String(); said != "" {
			return n, errors.New("ssh: " + said)
		}
	}
	return n, io.EOF
}

func (p *sshProcess) Write(b []byte) (int, error) { return p.in.Write(b) }

func (p *sshProcess) CloseWrite() error { return p.in.Close() }

// Close ends ssh; the next Read tells.
func (p *sshProcess) Close() error {
	p.in.Close()
	err := p.cmd.Process.Kill()
	go p.wait() // in case nobody reads on
	return err
}

// lastWords keeps the last line that was written which says something.
type lastWords struct {
	mu   sync.Mutex
	line string
	rest []byte // of a line without its end
}

// maxWords is how much of a line is kept.
const maxWords = 200

func (w *lastWords) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.rest = append(w.rest, b...)
	for {
		line, rest, ok := bytes.Cut(w.rest, []byte("\n"))
		if !ok {
			break
		}
		w.keep(line)
		w.rest = rest
	}
	if len(w.rest) > maxWords {
		w.rest = w.rest[:maxWords]
	}
	return len(b), nil
}

func (w *lastWords) keep(line []byte) {
	if text := strings.TrimSpace(legible(string(line[:min(len(line), maxWords)]))); text != "" {
		w.line = text
	}
}

// String returns it as text that does no harm to a terminal.
func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.keep(w.rest)
	return w.line
}

func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}
