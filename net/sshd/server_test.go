package sshd

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/window"

	"dogfight/net/admission"
	"dogfight/testkit"
)

func TestASessionHasATerminal(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	p := d.plays(d.login("ann", noQuestions), 90, 30)
	p.sees("ann on xterm 90x30 de_DE.UTF-8;")
	p.keys.Write([]byte("hello"))
	p.sees("hello")
	p.WindowChange(40, 100)
	p.sees("now 100x40;")
	p.keys.Write([]byte("q"))
	if err := p.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	eventually(t, "a line in the log", func() bool { return strings.Contains(d.log.String(), "why=left") })
}

func TestAWindowOfFourBillionColumnsIsClamped(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	const most, half = -1, -1 << 31 // on the wire, without a sign: 2^32 - 1 and 2^31; an int may be too short for those
	p := d.plays(d.login("ann", noQuestions), most, most)
	p.sees("400x150")
	p.WindowChange(half, half)
	p.sees("now 400x150;")
}

func TestCommandsAreAnsweredAndOthersRefusedInALine(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.login("ann", noQuestions)
	if out, errs, status := asks(t, c, " who "); !strings.Contains(out, "User:ann Identity: Remote:127.") || errs != "" || status != 0 {
		t.Errorf("who: %q, %q, %d", out, errs, status)
	}
	if _, errs, status := asks(t, c, "scores"); errs != "dogfight: there are no scores\n" || status != 1 {
		t.Errorf("scores: %q, %d", errs, status)
	}
	for _, line := range []string{"", "who am i", "rm -rf /", "who\x00", "\x1b]0;pwned\a", strings.Repeat("w", 1<<14)} {
		out, errs, status := asks(t, c, line)
		if out != "" || !strings.HasPrefix(errs, "dogfight: must be one of scores, who") || strings.Count(errs, "\n") != 1 || status != 1 {
			t.Errorf("%.20q: %q, %q, %d", line, out, errs, status)
		}
	}
}

func TestTheOnlySubsystemIsATunnel(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.login("ann", noQuestions)
	s, _ := c.NewSession()
	in, _ := s.StdinPipe()
	out, _ := s.StdoutPipe()
	if err := s.RequestSubsystem(Subsystem); err != nil {
		t.Fatal(err)
	}
	in.Write([]byte("frames"))
	b := make([]byte, 6)
	if _, err := io.ReadFull(out, b); err != nil || string(b) != "frames" {
		t.Errorf("%q, %v", b, err)
	}
	other, _ := c.NewSession()
	if err := other.RequestSubsystem("sftp"); err == nil {
		t.Error("sftp is available")
	}
}

func TestForwardsAndOtherChannelsAndRequestsAreRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.login("ann", noQuestions)
	if _, err := c.Dial("tcp", "127.0.0.1:1"); !isRefused(err, ssh.Prohibited) {
		t.Errorf("a forward: %v", err)
	}
	if _, err := c.Listen("tcp", "127.0.0.1:0"); err == nil {
		t.Error("a forward back was granted")
	}
	if _, _, err := c.OpenChannel("x11", nil); !isRefused(err, ssh.Prohibited) {
		t.Errorf("an odd channel: %v", err)
	}
	s, _ := c.NewSession()
	for _, request := range []string{"x11-req", "auth-agent-req@openssh.com", "signal", "break", "no such thing"} {
		if ok, err := s.SendRequest(request, true, nil); ok || err != nil {
			t.Errorf("%s: %v, %v", request, ok, err)
		}
	}
	if err := s.Setenv("LD_PRELOAD", "evil.so"); err == nil {
		t.Error("a variable of any name can be set")
	}
}

func isRefused(err error, why ssh.RejectionReason) bool {
	var open *ssh.OpenChannelError
	return errors.As(err, &open) && open.Reason == why
}

func TestAThirdChannelIsRefusedUntilOneIsClosed(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	c := d.login("ann", noQuestions)
	first, second := d.plays(c, 80, 24), d.plays(c, 80, 24)
	if _, err := c.NewSession(); !isRefused(err, ssh.ResourceShortage) {
		t.Errorf("a third: %v", err)
	}
	second.sees("80x24")
	first.keys.Write([]byte("q"))
	first.Wait()
	eventually(t, "room for another", func() bool {
		s, err := c.NewSession()
		return err == nil && s.Close() == nil
	})
}

func TestAProvenKeyIsAnIdentity(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	key := newKey(t)
	out, _, _ := asks(t, d.login("ann", ssh.PublicKeys(key)), "who")
	if !strings.Contains(out, "Identity:"+ssh.FingerprintSHA256(key.PublicKey())+" ") {
		t.Errorf("expected the key's fingerprint, found %q", out)
	}
}

// feigned is a key without its private half.
type feigned struct{ ssh.Signer }

func (feigned) SignWithAlgorithm(io.Reader, []byte, string) (*ssh.Signature, error) {
	return nil, errors.New("no private key here")
}

func TestAnUnprovenKeyIsNoIdentity(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	stolen, own := feigned{newKey(t)}, newKey(t)
	for name, c := range map[string]struct {
		auth []ssh.AuthMethod
		is   string
	}{
		"offered, then none":        {[]ssh.AuthMethod{ssh.PublicKeys(stolen), noQuestions}, ""},
		"offered, then another":     {[]ssh.AuthMethod{ssh.PublicKeys(stolen), ssh.PublicKeys(own)}, ssh.FingerprintSHA256(own.PublicKey())},
		"proven, with one to offer": {[]ssh.AuthMethod{ssh.PublicKeys(own), noQuestions, ssh.PublicKeys(stolen)}, ssh.FingerprintSHA256(own.PublicKey())},
	} {
		out, _, _ := asks(t, d.login("ann", c.auth...), "who")
		if !strings.Contains(out, "Identity:"+c.is+" ") || strings.Contains(out, ssh.FingerprintSHA256(stolen.PublicKey())) {
			t.Errorf("%s: expected identity %q, got %q", name, c.is, out)
		}
	}
}

// forger signs with another key than it presents.
type forger struct{ ssh.Signer }

func (forger) SignWithAlgorithm(rand io.Reader, data []byte, _ string) (*ssh.Signature, error) {
	_, other, _ := ed25519.GenerateKey(nil)
	signer, _ := ssh.NewSignerFromKey(other)
	return signer.Sign(rand, data)
}

func TestAForgedSignatureIsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	if _, err := d.dial("ann", ssh.PublicKeys(forger{newKey(t)})); err == nil {
		t.Error("a forger was accepted")
	}
}

func TestOnlyAllowedKeysAreAccepted(t *testing.T) {
	t.Parallel()
	friend, stranger := newKey(t), newKey(t)
	file := filepath.Join(t.TempDir(), "allowed")
	os.WriteFile(file, append([]byte("# friends\n\nno-pty "), ssh.MarshalAuthorizedKey(friend.PublicKey())...), 0o600)
	allowed, err := ReadAllowed(file)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{Allowed: allowed})
	d.login("ann", ssh.PublicKeys(friend))
	d.login("ann", ssh.PublicKeys(stranger, friend))
	for name, auth := range map[string][]ssh.AuthMethod{
		"a stranger": {ssh.PublicKeys(stranger)}, "no identity": {noQuestions}, "no key": nil,
		"a friend's key, shown by another": {ssh.PublicKeys(feigned{friend}), noQuestions},
	} {
		if _, err := d.dial("ann", auth...); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

func TestAnAgentMayOfferFiveOtherKeysBeforeAHintAtIdentitiesOnly(t *testing.T) {
	t.Parallel()
	friend := newKey(t)
	d := openDoor(t, Config{Allowed: Allowed{ssh.FingerprintSHA256(friend.PublicKey()): ""}})
	for others, in := range map[int]bool{5: true, 6: false, 7: false} {
		var keys []ssh.Signer
		for range others {
			keys = append(keys, newKey(t))
		}
		banner := ""
		c, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
			User: "ann", Auth: []ssh.AuthMethod{ssh.PublicKeys(append(keys, friend)...)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
			BannerCallback: func(message string) error { banner += message; return nil },
		})
		if err == nil {
			c.Close()
		}
		if got := err == nil; got != in || strings.Count(banner, "IdentitiesOnly=yes") != map[bool]int{true: 0, false: 1}[in] {
			t.Errorf("%d other keys: accepted %v (%v), banner %q", others, got, err, banner)
		}
	}
}

// pipe is an end of a net.Pipe with a buffer for writes, like a socket's.
type pipe struct {
	net.Conn
	out    chan []byte
	closed chan struct{}
	once   sync.Once
}

func newPipe(end net.Conn) *pipe {
	p := &pipe{Conn: end, out: make(chan []byte, 64), closed: make(chan struct{})}
	go func() {
		for {
			select {
			case b := <-p.out:
				p.Conn.Write(b)
			case <-p.closed:
				return
			}
		}
	}()
	return p
}

func (p *pipe) Write(b []byte) (int, error) {
	select {
	case p.out <- bytes.Clone(b):
		return len(b), nil
	case <-p.closed:
		return 0, net.ErrClosed
	}
}

// SetWriteDeadline does nothing: writes do not block.
func (p *pipe) SetWriteDeadline(time.Time) error { return nil }

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return p.Conn.Close()
}

func TestAUserHasAMinuteToCheckTheHostsKey(t *testing.T) {
	for name, c := range map[string]struct {
		silent   bool          // it sends nothing
		question time.Duration // the user's time to check the host's key
		answer   time.Duration // the client's time for its first answer after that
		ends     time.Duration // when the connection is closed; 0 for not
	}{
		"a silent one":                 {silent: true, ends: 10 * time.Second},
		"a user who decides":           {question: 59 * time.Second, answer: 9 * time.Second},
		"a user who does not":          {question: 2 * time.Minute, ends: time.Minute},
		"a client that does not prove": {question: 30 * time.Second, answer: time.Minute, ends: 40 * time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			near, far := net.Pipe()
			client, host := newPipe(near), newPipe(far)
			s := &Server{conf: Config{Key: newKey(t), Limits: window.Defaults(admission.Limits{}, 10*time.Second)}}
			s.Allow(nil)
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan struct{})
			began, ended := time.Now(), time.Duration(0)
			go func() {
				defer close(served)
				defer host.Close()
				s.handshake(ctx, newConn(host), nil)
				ended = time.Since(began)
			}()
			if c.silent {
				io.Copy(io.Discard, client)
			} else {
				conn, _, _, err := ssh.NewClientConn(client, "", &ssh.ClientConfig{
					User:            "ann",
					HostKeyCallback: func(string, net.Addr, ssh.PublicKey) error { time.Sleep(c.question); return nil },
					Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(string, string, []string, []bool) ([]string, error) {
						time.Sleep(c.answer)
						return nil, nil
					})},
				})
				if got, want := err == nil, c.ends == 0; got != want {
					t.Errorf("%s: accepted %v, %v", name, got, err)
				}
				if err == nil {
					conn.Close()
				}
			}
			client.Close()
			stop()
			<-served
			if c.ends != 0 && ended != c.ends {
				t.Errorf("%s: it ended after %v, expected %v", name, ended, c.ends)
			}
		})
	}
}

func TestAllowedKeysMayChangeWhileTheDoorIsOpen(t *testing.T) {
	t.Parallel()
	friend, stranger := newKey(t), newKey(t)
	d := openDoor(t, Config{})
	d.login("ann", ssh.PublicKeys(stranger))
	d.Allow(Allowed{ssh.FingerprintSHA256(friend.PublicKey()): ""})
	d.login("ann", ssh.PublicKeys(friend))
	for name, auth := range map[string][]ssh.AuthMethod{"a stranger": {ssh.PublicKeys(stranger)}, "no identity": {noQuestions}} {
		if _, err := d.dial("ann", auth...); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	d.Allow(nil)
	d.login("ann", noQuestions)
}

func TestAListWithAMistakeIsRefusedWithItsLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"# nobody\n":        "must hold at least one public key",
		"\nssh-ed25519 ?\n": ":2: must be a public key",
	} {
		file := filepath.Join(t.TempDir(), "allowed")
		os.WriteFile(file, []byte(text), 0o600)
		if _, err := ReadAllowed(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestTheHostsKeyIsCreatedOnceAndABrokenOneIsNotReplaced(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "new", "ssh_host_key")
	first, err := HostKey(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := HostKey(file)
	if err != nil || string(again.PublicKey().Marshal()) != string(first.PublicKey().Marshal()) {
		t.Errorf("another key, or %v", err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
	os.WriteFile(file, []byte("broken"), 0o600)
	if _, err := HostKey(file); err == nil || !strings.Contains(err.Error(), file+" must hold a private key") {
		t.Errorf("a broken file: %v", err)
	}
	if kept, _ := os.ReadFile(file); string(kept) != "broken" {
		t.Error("the broken file was replaced")
	}
}

func TestCloseNotifiesAllSessions(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	p := d.plays(d.login("ann", noQuestions), 80, 24)
	p.sees("80x24")
	d.Close()
	p.sees("dogfight: the host closed\r\n")
	var exit *ssh.ExitError
	if err := p.Wait(); !errors.As(err, &exit) || exit.ExitStatus() != 1 {
		t.Errorf("ended with %v", err)
	}
}

func TestAPanicEndsOneSessionAlone(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	ann, bob := d.plays(d.login("ann", noQuestions), 80, 24), d.plays(d.login("bob", noQuestions), 80, 24)
	bob.sees("bob")
	ann.keys.Write([]byte("!"))
	ann.sees("this session broke")
	ann.Wait()
	bob.keys.Write([]byte("still here"))
	bob.sees("still here")
	if log := d.log.String(); !strings.Contains(log, "on purpose") || !strings.Contains(log, "echo") {
		t.Errorf("the panic and its stack are not in the log: %s", log)
	}
}

func TestSixteenLoginsAtOnce(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	var in sync.WaitGroup
	var mu sync.Mutex
	done := 0
	for range 16 {
		in.Go(func() {
			c, err := d.dial("ann", noQuestions)
			if err != nil {
				t.Error(err)
				return
			}
			if _, _, status := asks(t, c, "who"); status == 0 {
				mu.Lock()
				defer mu.Unlock()
				done++
			}
		})
	}
	in.Wait()
	if done != 16 {
		t.Errorf("%d of 16 logged in", done)
	}
}

func TestIdleConnectionsAreClosedAndPlayersAreNot(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	const enough = 3 * time.Second // for the player too, on a busy machine
	d := openDoor(t, Config{Limits: admission.Limits{PerAddress: 256, HalfOpen: 256, Handshake: enough}})
	p := d.plays(d.login("ann", noQuestions), 80, 24)
	wants := d.login("wants nothing", noQuestions)
	var idle []net.Conn
	for range 200 {
		c, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		idle = append(idle, c)
	}
	for _, c := range idle {
		c.SetReadDeadline(time.Now().Add(testkit.Limit))
		if _, err := io.Copy(io.Discard, c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal("an idle connection stays open")
		}
	}
	wants.Wait() // or this test hangs
	p.keys.Write([]byte("still here"))
	p.sees("still here")
}

func TestABrokenConnectionIsLost(t *testing.T) {
	t.Parallel()
	play, outcome := outcomes()
	d := openDoor(t, Config{Play: play})
	c := d.login("ann", noQuestions)
	p := d.plays(c, 80, 24)
	p.sees("80x24")
	c.Close() // without a disconnect message, as x/crypto does it
	if why := <-outcome; why != ErrLost {
		t.Errorf("it ended for %v", why)
	}
}

func TestAClosedChannelIsNoLostConnection(t *testing.T) {
	t.Parallel()
	play, outcome := outcomes()
	d := openDoor(t, Config{Play: play})
	p := d.plays(d.login("ann", noQuestions), 80, 24)
	p.sees("80x24")
	p.Session.Close()
	if why := <-outcome; why != context.Canceled {
		t.Errorf("it ended for %v", why)
	}
}

func TestAClientThatDoesNotAnswerIsLost(t *testing.T) {
	if testing.Short() {
		t.Skip("real seconds pass; runs without -short")
	}
	t.Parallel()
	play, outcome := outcomes()
	d := openDoor(t, Config{Play: play, Limits: admission.Limits{Silence: 1500 * time.Millisecond}})
	lively := d.plays(d.login("ann", noQuestions), 80, 24)
	raw, err := net.Dial("tcp", d.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, channels, requests, err := ssh.NewClientConn(raw, "", &ssh.ClientConfig{
		User: "deaf", HostKeyCallback: ssh.InsecureIgnoreHostKey(), Auth: []ssh.AuthMethod{noQuestions},
	})
	if err != nil {
		t.Fatal(err)
	}
	unread := make(chan *ssh.Request) // without a reader
	deaf := ssh.NewClient(c, channels, unread)
	defer deaf.Close()
	defer close(unread)
	d.plays(deaf, 80, 24).sees("80x24")
	asked := <-requests
	if why := <-outcome; why != ErrLost || !asked.WantReply {
		t.Errorf("it ended for %v", why)
	}
	lively.keys.Write([]byte("still here"))
	lively.sees("still here")
}

// The SSH library would wait for the version after any number of other lines, which a web page can make a browser send.
func TestARequestOfABrowserIsCutOff(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Limits: admission.Limits{Handshake: 2 * testkit.Limit}})
	for _, says := range []string{"POST / HTTP/1.1\r\nHost: x\r\n\r\nSSH-2.0-x\r\n", "GET", "SSH/", "\r\n"} {
		conn, err := net.Dial("tcp", d.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.SetDeadline(time.Now().Add(testkit.Limit))
		io.WriteString(conn, says)
		var late net.Error
		if _, err := io.Copy(io.Discard, conn); errors.As(err, &late) && late.Timeout() {
			t.Errorf("%q: it waits for more", says)
		}
	}
	d.login("ann", noQuestions)
}

func TestAnAddressHasALimitOfConnections(t *testing.T) {
	t.Parallel()
	play := func(_ context.Context, t *Terminal) error {
		io.WriteString(t, "come in")
		io.Copy(io.Discard, t)
		return nil
	}
	stranger := func(netip.Addr) bool { return false }
	d := openDoor(t, Config{Play: play, Limits: admission.Limits{PerAddress: 2, Local: stranger}})
	d.plays(d.login("ann", noQuestions), 80, 24).sees("come in")
	second := d.login("ann", noQuestions)
	d.plays(second, 80, 24).sees("come in")
	if _, err := d.dial("ann", noQuestions); err == nil {
		t.Error("a third was accepted")
	}
	second.Close()
	eventually(t, "room for another", func() bool { _, err := d.dial("ann", noQuestions); return err == nil })
}

func TestAFastSenderIsSlowedDown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		c := newConn(far)
		go func() {
			defer near.Close()
			near.Write(append([]byte(greeting), make([]byte, window.ConnectionBurst+10*window.ConnectionRate-len(greeting))...))
		}()
		began := time.Now()
		n, _ := io.CopyBuffer(io.Discard, struct{ io.Reader }{c}, make([]byte, 1024))
		if took := time.Since(began); n != window.ConnectionBurst+10*window.ConnectionRate || took < 9*time.Second || took > 11*time.Second {
			t.Errorf("%d bytes took %v", n, took)
		}
		c.Close()
	})
}

func TestAPeerThatReadsNothingIsCutOff(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer near.Close()
		c := newConn(far)
		defer c.Close()
		began := time.Now()
		if _, err := c.Write([]byte("x")); !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != window.StallTime {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		b := make(blocked)
		w := timedWriter{b, b}
		began = time.Now()
		w.Write([]byte("x"))
		if time.Since(began) != window.StallTime {
			t.Errorf("a closed window of SSH blocks for %v", time.Since(began))
		}
	})
}

// blocked blocks writes until it is closed.
type blocked chan struct{}

func (b blocked) Write([]byte) (int, error) { <-b; return 0, net.ErrClosed }

func (b blocked) Close() error { close(b); return nil }

func FuzzCommand(f *testing.F) {
	for _, line := range []string{"who", " who\n", "scores", "who; ls", "", "\x1b[2J", "\xff", "日本"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var ran string
		s := &session{connection: &connection{server: &Server{commands: newCommandLimiter(), conf: Config{
			Commands: map[string]func(context.Context, io.Writer, Visitor) error{
				"who": func(context.Context, io.Writer, Visitor) error { ran = "who"; return nil },
			},
		}}}}
		s.channel = silent{}
		err := s.command(line).run(t.Context())
		if (ran == "who") != (strings.TrimSpace(line) == "who") || (ran == "") != (err != nil) {
			t.Fatalf("%q ran %q, %v", line, ran, err)
		}
		if err == nil {
			return
		}
		for _, r := range err.Error() {
			if r < ' ' || r > '~' {
				t.Fatalf("the error for %q has %q", line, r)
			}
		}
	})
}

// silent is a channel for a session that writes nothing.
type silent struct{ ssh.Channel }

func siteOf(addr string) netip.Prefix { return admission.Site(netip.MustParseAddr(addr)) }

func TestTheLimitOfCommandsIsPerAddress(t *testing.T) {
	t.Parallel()
	q, now, ran := newCommandLimiter(), time.Now(), 0
	for range 1000 { // in a second
		if q.admit(siteOf("1.0.0.1"), now) {
			ran++
		}
		now = now.Add(time.Millisecond)
	}
	if ran > commandBurst+commandRate {
		t.Errorf("of 1000 in a second %d were accepted", ran)
	}
	if !q.admit(siteOf("2.0.0.1"), now) {
		t.Error("a command of another address is refused")
	}
	if now = now.Add(time.Second); !q.admit(siteOf("1.0.0.1"), now) {
		t.Error("after a second a command is refused")
	}
}

func TestCommandsInAllAreBounded(t *testing.T) {
	t.Parallel()
	q, now, ran := newCommandLimiter(), time.Now(), 0
	for i := range 5000 {
		if q.admit(siteOf(fmt.Sprintf("10.%d.%d.1", i/250, i%250)), now) {
			ran++
		}
	}
	if ran > allCommandBurst {
		t.Errorf("of 5000 at once %d were accepted", ran)
	}
}

func TestACommandAboveTheLimitGetsTheReason(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	d.commands.all.AllowN(time.Now().Add(time.Hour), allCommandBurst)
	_, errs, status := asks(t, d.login("ann", noQuestions), "who")
	if !strings.Contains(errs, errManyCommands.Error()) || strings.Count(errs, "\n") != 1 || status == 0 {
		t.Errorf("%q, %d", errs, status)
	}
}
