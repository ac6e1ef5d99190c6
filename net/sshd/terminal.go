package sshd

import (
	"context"
	"io"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/window"
)

// Terminal is a visitor's terminal. Its methods are safe for concurrent use.
type Terminal struct {
	*window.Terminal
	Visitor
	name    string            // TERM
	env     map[string]string // other variables
	channel ssh.Channel
	out     timedWriter

	sound     *Sound                  // nil unless asked for
	misdirect context.CancelCauseFunc // ends the session, as its screen gets the sound
}

// chunk is the input that waits here; the rest waits at the client.
const chunk = 4 << 10

func newTerminal(v Visitor, ch ssh.Channel, conn io.Closer, name string) *Terminal {
	return &Terminal{Terminal: window.NewTerminal(), Visitor: v, name: name, channel: ch, out: timedWriter{ch, conn}}
}

// Getenv returns a variable of the visitor's environment.
func (t *Terminal) Getenv(name string) string {
	if name == "TERM" {
		return t.name
	}
	return t.env[name]
}

// Sound returns the stream for sound, or nil if the visitor has not asked for it.
func (t *Terminal) Sound() *Sound { return t.sound }

// readInput reads input, no faster than a player types. SSH's flow control holds back a client that sends more.
func (t *Terminal) readInput() {
	pace := admission.NewBrake(window.TypingRate, window.TypingBurst)
	b := make([]byte, chunk)
	for {
		n, err := t.channel.Read(b)
		if t.sound != nil && soundMarkAnswer.Match(b[:n]) {
			t.misdirect(errSoundOnScreen)
		}
		if !t.Put(b[:n]) {
			io.Copy(io.Discard, t.channel) // unread input would block the channel
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

// Write waits until the client takes b, and closes the connection if that takes too long.
func (t *Terminal) Write(b []byte) (int, error) { return t.out.Write(b) }

// timedWriter writes to a channel, and closes the connection if the client takes nothing: SSH has windows of its own, which no
// deadline of TCP covers.
type timedWriter struct {
	io.Writer
	conn io.Closer // a client may ignore the end of a channel
}

func (w *timedWriter) Write(b []byte) (int, error) {
	late := time.AfterFunc(window.StallTime, func() { w.conn.Close() })
	defer late.Stop()
	return w.Writer.Write(b)
}
