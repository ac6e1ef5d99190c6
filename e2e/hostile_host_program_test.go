//go:build unix

package e2e

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// harm would take control of a terminal that received it unfiltered.
const harm = "\x1b[2J\x1b]0;pwned\x07"

// spoil is a placeholder for harm.
var spoil = strings.Repeat("X", len(harm))

// spoiled returns a message with harm in place of spoil: Append would not write it.
func spoiled(m proto.Message) []byte {
	return bytes.Replace(m.Append(nil), []byte(spoil), []byte(harm), 1)
}

// hostileWelcome returns a match, and the welcome of a client into it.
func hostileWelcome(t *testing.T) (*game.Setup, *proto.Welcome) {
	t.Helper()
	arena, err := assets.Arena("open")
	if err != nil {
		t.Fatal(err)
	}
	s := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	return s, &proto.Welcome{Version: proto.Version, Token: proto.Token{1}, Slot: 0, TickRate: 60, Title: "Fun", Setup: s}
}

func TestAHostileHostLeavesAWholeTerminalAndOneLine(t *testing.T) {
	t.Parallel()
	setup, welcome := hostileWelcome(t)
	unsafe := game.NewWorld(setup, 1)
	unsafe.Ships[3] = game.Ship{State: game.Flying, X: 5, Y: 5, Facing: game.Up} // in the rock
	say := func(packets ...[]byte) func(link.Link) {
		return func(l link.Link) {
			for _, p := range packets {
				l.Send(link.Control, p)
			}
		}
	}
	for name, c := range map[string]struct {
		host func(link.Link)
		says string
	}{
		"a reason with escapes": {say(spoiled(&proto.Reject{Code: proto.RejectFull, Reason: "full" + spoil})), "reason must be legible text, got U+001B"},
		"a title with escapes":  {say(spoiled(&proto.Welcome{Version: proto.Version, TickRate: 60, Title: spoil, Setup: setup})), "title must be legible text, got U+001B"},
		"a name with escapes":   {say(spoiled(&proto.Roster{Pilots: []proto.Pilot{{Name: spoil}}})), "name must be legible text, got U+001B"},
		"a kick with escapes":   {say(spoiled(&proto.Kick{Reason: spoil})), "reason must be legible text, got U+001B"},
		"a kick without a word": {say((&proto.Kick{}).Append(nil)), "the host kicked you: the host gives no reason"},
		"a bye without a word":  {say((&proto.Bye{}).Append(nil)), "the host gives no reason"},
		"no message":            {say([]byte("\x9b2J")), "type must be a known one, got 155"},
		"a World in the rock": {say(welcome.Append(nil), (&proto.Keyframe{World: proto.AppendWorld(nil, setup, &unsafe)}).Append(nil)),
			"keyframe: rock at x of ship 3 must be what the setup allows, got 5"},
		"the largest message": {say(bytes.Repeat([]byte{byte(proto.KeyframeType)}, link.MaxControl)), ""},
		"silence": {func(l link.Link) {
			l.Send(link.Control, welcome.Append(nil))
			<-l.Done()
		}, "the host let you in, but sent no match in time"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cmd := newCommand(t, "join", lonelyHost(t, c.host).String())
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			term := startTerminalOf(t, cmd)
			if code := term.quitsAtTheEnd(); code != exitFailure {
				t.Errorf("exit code %d, expected %d", code, exitFailure)
			}
			if term.modes() != term.found {
				t.Error("the terminal is not as it was")
			}
			oneCleanLine(t, stderr.String(), c.says)
			if strings.Contains(term.raw.String(), "pwned") {
				t.Error("the terminal got the harmful text")
			}
		})
	}
}

// oneCleanLine expects one printable line with these words.
func oneCleanLine(t *testing.T, out, words string) {
	t.Helper()
	line, ok := strings.CutSuffix(out, "\n")
	if !ok || !clean(line) || !strings.Contains(line, words) {
		t.Errorf("got %q, want one clean line with %q", out, words)
	}
}

// clean reports whether a text is printable.
func clean(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point) || r == unicode.ReplacementChar
	})
}

func TestInfoPrintsNothingHostile(t *testing.T) {
	t.Parallel()
	say := func(p []byte) func(link.Link) { return func(l link.Link) { l.Send(link.Control, p) } }
	for name, c := range map[string]struct {
		addr netip.AddrPort
		says string
	}{
		"a title with escapes": {lonelyHost(t, say(spoiled(&proto.Info{Title: spoil}))), "title must be legible text, got U+001B"},
		"an arena likewise":    {lonelyHost(t, say(spoiled(&proto.Info{Arena: spoil}))), "arena must be legible text, got U+001B"},
		"another message":      {lonelyHost(t, say((&proto.Chat{Text: "hello"}).Append(nil))), "unexpected message from the host"},
		"a page":               {rawHost(t, func(c net.Conn) { io.WriteString(c, "HTTP/1.1 400 "+harm+"\r\n\r\n") }), "is not a dogfight host"},
		"noise":                {rawHost(t, func(c net.Conn) { c.Write(bytes.Repeat([]byte(harm), 1<<16)) }), "127.0.0.1"},
		"a drip":               {rawHost(t, drip), "did not answer within 5s"},
		"a huge certificate":   {rawHost(t, certified(t)), "127.0.0.1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, stdout, stderr := run(t, "info", c.addr.String())
			if code != exitFailure || stdout != "" {
				t.Errorf("exit code %d, stdout %q", code, stdout)
			}
			oneCleanLine(t, stderr, c.says)
		})
	}
}

// rawHost listens on TCP, and calls serve for each connection.
func rawHost(t *testing.T, serve func(net.Conn)) netip.AddrPort {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
				io.Copy(io.Discard, conn)
			}()
		}
	}()
	return listener.Addr().(*net.TCPAddr).AddrPort()
}

// drip sends the start of a TLS record, a byte a second.
func drip(c net.Conn) {
	for _, b := range append([]byte{22, 3, 3, 0x3f, 0xff}, make([]byte, 60)...) {
		if _, err := c.Write([]byte{b}); err != nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// certified presents a certificate of 16 KiB with hostile names, and closes after the handshake.
func certified(t *testing.T) func(net.Conn) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: harm}, NotAfter: time.Now().Add(time.Hour)}
	for i := range 500 {
		template.DNSNames = append(template.DNSNames, fmt.Sprintf("%d.%s.example", i, strings.Repeat("x", 20)))
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return func(c net.Conn) {
		config := &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, NextProtos: []string{harm, "dogfight/4"}}
		tls.Server(c, config).Handshake()
		c.Close()
	}
}

func TestLANPrintsNothingHostile(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t)
	folder := filepath.Join(configHome(cmd.Env), "dogfight", "matches")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for i, info := range []proto.Info{
		{Version: proto.Version, Title: spoil}, {Version: proto.Version, Arena: spoil, Title: "spoiled arena"},
		{Version: 65535, Title: "日本語 שלום 👩🏽", Arena: "ศูนย์", Mode: 77, Players: 65535, Bots: 65535, Slots: 65535},
	} {
		at := answerer(t, uint64(i+1), info)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%016x", i+1)), []byte(at.String()+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	listed := ""
	for wait := time.Second; !strings.Contains(listed, "日本語"); wait *= 2 { // more than a second on a slow machine
		if wait > patience {
			t.Fatalf("listed %q", listed)
		}
		list := newCommand(t, "lan", "--wait", wait.String())
		list.Env = cmd.Env
		var code int
		var stderr string
		if code, listed, stderr = runOf(t, list); code != exitOK {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
	}
	if strings.Contains(listed, "spoiled") {
		t.Errorf("listed %q", listed)
	}
	for line := range strings.Lines(listed) {
		if !clean(strings.TrimSuffix(line, "\n")) {
			t.Errorf("printed %q", line)
		}
	}
}

// configHome returns the configuration folder of a command.
func configHome(env []string) (home string) {
	for _, v := range env {
		if at, ok := strings.CutPrefix(v, "XDG_CONFIG_HOME="); ok {
			home = at
		}
	}
	return home
}

// answerer answers queries for a match at an address of the loopback.
func answerer(t *testing.T, id uint64, info proto.Info) netip.AddrPort {
	t.Helper()
	conn, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFromUDPAddrPort(buf)
			if err != nil {
				return
			}
			if q, err := proto.ParseQuery(buf[:n]); err == nil {
				p := (&proto.Answer{Nonce: q.Nonce, ID: id, Info: info}).Append(nil)
				conn.WriteToUDPAddrPort(bytes.Replace(p, []byte(spoil), []byte(harm), 1), from)
			}
		}
	}()
	return conn.LocalAddr().(*net.UDPAddr).AddrPort()
}
