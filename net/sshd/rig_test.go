package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/crypto/ssh"

	"dogfight/testkit"
)

func TestMain(m *testing.M) {
	testkit.Parallel(16)
	goleak.VerifyTestMain(m)
}

func newKey(t testing.TB) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// door is a Server on the loopback that echoes.
type door struct {
	*testing.T
	*Server
	log lockedBuffer
}

// outcomes returns a Play that echoes and then reports why its context has ended.
func outcomes() (play func(context.Context, *Terminal) error, outcome <-chan error) {
	ended := make(chan error, 1)
	return func(ctx context.Context, t *Terminal) error {
		echo(ctx, t)
		select {
		case <-ctx.Done():
			ended <- context.Cause(ctx)
		case <-time.After(testkit.Limit):
			ended <- errors.New("it did not end")
		}
		return nil
	}, ended
}

// lockedBuffer is safe for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// echo prints the visitor and the terminal, and then its input until a q.
func echo(ctx context.Context, t *Terminal) error {
	columns, rows := t.Size()
	fmt.Fprintf(t, "%s on %s %dx%d %s;", t.User, t.Getenv("TERM"), columns, rows, t.Getenv("LANG"))
	t.NotifyResize(func() {
		columns, rows := t.Size()
		fmt.Fprintf(t, "now %dx%d;", columns, rows)
	})
	defer context.AfterFunc(ctx, func() { t.Drain() })()
	b := make([]byte, 64)
	for {
		n, err := t.Read(b)
		switch {
		case err != nil && ctx.Err() != nil:
			return errors.New("the host closed")
		case err != nil:
			return nil
		case bytes.ContainsRune(b[:n], 'q'):
			return nil
		case bytes.ContainsRune(b[:n], '!'):
			panic("on purpose")
		}
		t.Write(b[:n])
	}
}

func openDoor(t *testing.T, conf Config) *door {
	t.Helper()
	d := &door{T: t}
	conf.Key, conf.Log = newKey(t), slog.New(slog.NewTextHandler(&d.log, nil))
	if conf.Play == nil {
		conf.Play = echo
	}
	conf.Commands = map[string]func(context.Context, io.Writer, Visitor) error{
		"who": func(_ context.Context, w io.Writer, v Visitor) error {
			_, err := fmt.Fprintf(w, "%+v\n", v)
			return err
		},
		"scores": func(context.Context, io.Writer, Visitor) error { return errors.New("there are no scores") },
	}
	conf.Tunnel = func(_ context.Context, _ Visitor, rw io.ReadWriteCloser) { io.Copy(rw, rw) }
	var err error
	if d.Server, err = Listen("127.0.0.1:0", conf); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// noQuestions answers a round without questions.
var noQuestions = ssh.KeyboardInteractive(func(_, _ string, questions []string, _ []bool) ([]string, error) {
	if len(questions) > 0 {
		return nil, errors.New("expected no questions")
	}
	return nil, nil
})

// dial connects to the door and tries the ways to authenticate in turn.
func (d *door) dial(user string, auth ...ssh.AuthMethod) (*ssh.Client, error) {
	c, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
		User: user, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		AuthCallback: func(*ssh.ClientAuthContext) (next ssh.AuthMethod, err error) {
			if len(auth) > 0 {
				next, auth = auth[0], auth[1:]
			}
			return next, nil
		},
	})
	if err == nil {
		d.Cleanup(func() { c.Close() })
	}
	return c, err
}

// login connects to the door, and fails if the door refuses.
func (d *door) login(user string, auth ...ssh.AuthMethod) *ssh.Client {
	d.Helper()
	c, err := d.dial(user, auth...)
	if err != nil {
		d.Fatal(err)
	}
	return c
}

// asks runs a command and returns its output, its errors and exit status.
func asks(t *testing.T, c *ssh.Client, line string) (out, errs string, status int) {
	t.Helper()
	s, err := c.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var o, e bytes.Buffer
	s.Stdout, s.Stderr = &o, &e
	var exit *ssh.ExitError
	if err := s.Run(line); errors.As(err, &exit) {
		status = exit.ExitStatus()
	} else if err != nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), status
}

// player is a session on a terminal.
type player struct {
	*testing.T
	*ssh.Session
	keys io.Writer
	seen lockedBuffer
}

func (d *door) plays(c *ssh.Client, columns, rows int) *player {
	d.Helper()
	s, err := c.NewSession()
	if err != nil {
		d.Fatal(err)
	}
	p := &player{T: d.T, Session: s}
	p.keys, _ = s.StdinPipe()
	s.Stdout, s.Stderr = &p.seen, &p.seen
	s.Setenv("LANG", "de_DE.UTF-8")
	if err := errors.Join(s.RequestPty("xterm", rows, columns, nil), s.Shell()); err != nil {
		d.Fatal(err)
	}
	return p
}

// sees waits for words in the output, over a real network.
func (p *player) sees(words string) {
	p.Helper()
	eventually(p.T, fmt.Sprintf("%q in %q", words, p.seen.String()), func() bool { return strings.Contains(p.seen.String(), words) })
}

func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	testkit.Until(t, "there is "+what, happened)
}
