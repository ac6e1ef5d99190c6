package session

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"dogfight/internal/config"
	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/net/sshd"
)

// tunnel is a connection to a host through the user's own ssh, with its agent, settings and known hosts.
type tunnel struct{ user, host, port string }

const tunnelScheme = "ssh://"

// parseTunnel parses ssh://[USER@]HOST[:PORT].
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

// args returns the arguments of ssh: the subsystem alone, without forwardings and commands of the user's settings.
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

// open starts ssh. With a screen it cannot ask the user, and fails if it would have to.
func (t tunnel) open(_ context.Context, screen bool) (io.ReadWriteCloser, error) {
	cmd := exec.Command("ssh", t.args()...)
	if screen {
		noQuestions(cmd)
	}
	return startTunnel(cmd)
}

func (t tunnel) link(address string) link.Link {
	return link.DialThrough(address, func(ctx context.Context) (io.ReadWriteCloser, error) { return t.open(ctx, true) })
}

// Dial returns a function that dials an address. A tunnel is connected before, while there is no screen and ssh can ask the user; so is an
// invitation, which calls progress with each step.
func Dial(ctx context.Context, dirs config.Dirs, address string, progress func(string)) (dial func() link.Link, err error) {
	switch {
	case relay.IsInvitation(address):
		return dialInvitation(ctx, dirs, address, progress)
	case strings.HasPrefix(address, fleetScheme):
		return dialFleet(ctx, dirs, address)
	case !strings.HasPrefix(address, tunnelScheme):
		return dialler(dirs, address)
	}
	t, err := parseTunnel(address)
	if err != nil {
		return nil, err
	}
	return t.connect(ctx, address)
}

// connect connects while there is no screen, so that ssh can ask about an unknown host, or for a passphrase. The returned function first
// returns that connection, and later new ones.
func (t tunnel) connect(ctx context.Context, address string) (dial func() link.Link, err error) {
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

// sshProcess is a running ssh.
type sshProcess struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.Reader
	errors lastLine
	wait   func() error // every call returns the same
}

func startTunnel(cmd *exec.Cmd) (*sshProcess, error) {
	p := &sshProcess{cmd: cmd, wait: sync.OnceValue(cmd.Wait)}
	cmd.Stderr, cmd.WaitDelay = &p.errors, time.Second // with a shared connection, another ssh keeps our standard error
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

// Read ends with the last line from ssh, if it failed.
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

// Close kills ssh; Read then returns its end.
func (p *sshProcess) Close() error {
	p.in.Close()
	err := p.cmd.Process.Kill()
	go p.wait() // Read may not be called again
	return err
}

// lastLine stores the end of an output, for its last line that is not blank.
type lastLine struct {
	mu   sync.Mutex
	tail []byte
}

const (
	maxTail  = 4096
	maxWords = 200 // bytes of the line
)

func (l *lastLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, b...)
	l.tail = slices.Clone(l.tail[max(len(l.tail)-maxTail, 0):])
	return len(b), nil
}

// String returns the line without control characters.
func (l *lastLine) String() (text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range bytes.Lines(l.tail) {
		line := strings.TrimSpace(strings.Map(legible, string(bytes.ToValidUTF8(line[:min(len(line), maxWords)], nil))))
		text = cmp.Or(line, text)
	}
	return text
}

// legible removes control characters.
func legible(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}
