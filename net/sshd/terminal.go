package sshd

import (
	"io"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Terminal is a visitor's. Its methods may be called from any goroutine.
type Terminal struct {
	*window.Terminal
	Visitor
	name    string            // TERM
	env     map[string]string // what else the client says
	channel ssh.Channel
	out     timedWriter
}

// chunk is how much of what is typed waits to be read; the rest waits at the
// client.
const chunk = 4 << 10

func newTerminal(v Visitor, ch ssh.Channel, conn io.Closer, name string) *Terminal {
	return &Terminal{Terminal: window.NewTerminal(), Visitor: v, name: name, channel: ch, out: timedWriter{ch, conn}}
}

// Getenv returns what is known of the visitor's environment.
func (t *Terminal) Getenv(name string) string {
	if name == "TERM" {
		return t.name
	}
	return t.env[name]
}

// listen reads what is typed, no faster than a player types. SSH's flow control
// holds back a client that sends more.
func (t *Terminal) listen() {
	pace := admission.NewBrake(typingRate, typingBurst)
	b := make([]byte, chunk)
	for {
		n, err := t.channel.Read(b)
		if !t.Put(b[:n]) {
			io.Copy(io.Discard, t.channel) // so that the client's last words do not hold up the channel
			return
		}
		if err != nil {
			t.End(err)
			return
		}
		if wait := pace.Took(n, time.Now()); wait > 0 {
			admission.Pause(wait, t.Drained())
		}
	}
}

// Write waits until the client takes b, and hangs up when it takes too long.
func (t *Terminal) Write(b []byte) (int, error) { return t.out.Write(b) }

// timedWriter writes to a channel and hangs up when the client takes nothing: SSH has
// windows of its own, which no deadline of TCP knows of.
type timedWriter struct {
	io.Writer
	conn io.Closer // not the channel, whose end the client may ignore too
}

func (w *timedWriter) Write(b []byte) (int, error) {
	late := time.AfterFunc(stall, func() { w.conn.Close() })
	defer late.Stop()
	return w.Writer.Write(b)
}
