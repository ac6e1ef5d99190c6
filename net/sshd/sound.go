package sshd

import (
	"errors"
	"io"
	"reflect"
	"regexp"
	"sync"

	"golang.org/x/crypto/ssh"
)

// soundWord is the command with which a visitor asks for sound beside the picture: "ssh -t HOST sound".
const soundWord = "sound"

// SoundMark belongs into the first bytes of a Sound. If the visitor has not redirected the error stream, the terminal gets it, answers
// with the place of its cursor (CPR, ECMA-48 8.3.14), and the session ends with a line about that. After LF this is not the first row:
// so the answer is no key, as ESC [ 1 ; 2 R is.
const SoundMark = "\n\x1b[6n"

var (
	soundMarkAnswer = regexp.MustCompile(`\x1b\[([2-9]|[1-9][0-9]+);[0-9]+R`)

	errSoundOnScreen = errors.New(`sound needs a program that plays the error stream: in bash and zsh, ssh -t HOST sound 2> >(aplay -q 2>/dev/null); ` +
		`"dogfight help ssh-sound" has more`)
	errUnread  = errors.New("the sound is not read")
	errNoSound = errors.New("this host cannot send sound")
)

// Sound is the error stream (SSH's extended data) of a terminal. The picture has priority: a Write never waits for the client to read.
type Sound struct {
	stream io.Writer
	window flowWindow
	peak   uint32 // of the window: its size when all was read
}

// newSound returns the sound of a channel.
func newSound(ch ssh.Channel, conn io.Closer) (*Sound, error) {
	w, ok := windowOf(ch)
	if !ok {
		return nil, errNoSound
	}
	return &Sound{stream: &timedWriter{ch.Stderr(), conn}, window: w, peak: w.left()}, nil
}

const (
	// maxUnread is the sound and picture that a client may have left unread when more sound is sent. OpenSSH reports the bytes that it has read
	// every 48 kB.
	maxUnread = 64 << 10
	// maxUnreadShare is that as a share of the window, if it is more: other clients have larger windows and report less often.
	maxUnreadShare = 12
)

// Write sends b, or drops it if the client does not read: sound and picture share the channel's window, and unread sound would fill it.
// At least half of it is for the picture. Only one goroutine may call Write.
func (s *Sound) Write(b []byte) (int, error) {
	left := s.window.left()
	s.peak = max(s.peak, left)
	if unread := s.peak - left; unread+uint32(len(b)) > min(s.peak/2, max(s.peak/maxUnreadShare, maxUnread)) {
		return 0, errUnread
	}
	return s.stream.Write(b)
}

// flowWindow is the flow-control window of a channel (RFC 4254, section 5.2): the bytes that its client takes without reading. The library has
// no method for it, and a Write that finds it empty waits: so this reads its fields.
type flowWindow struct {
	mu   sync.Locker
	size reflect.Value // uint32, guarded by mu
}

// windowOf returns the window of a channel, if the library keeps it as expected.
func windowOf(ch ssh.Channel) (w flowWindow, ok bool) {
	defer func() { ok = recover() == nil }() // reflection panics at a missing field
	remote := reflect.ValueOf(ch).Elem().FieldByName("remoteWin")
	w.mu = (*sync.Cond)(remote.FieldByName("Cond").UnsafePointer()).L
	w.size = remote.FieldByName("win")
	w.left()
	return w, true
}

func (w flowWindow) left() uint32 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return uint32(w.size.Uint())
}
