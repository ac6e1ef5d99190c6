package server

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"dogfight/internal/session"
	"dogfight/net/link"
	"dogfight/net/playback"
	"dogfight/net/sshd"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
	"dogfight/ui/play"
	"dogfight/ui/term"
)

// The pictures of all visitors wait for their turn.
var _, _ term.Drawer = (*sshd.Terminal)(nil), (*webTerminal)(nil)

// visitor brings a terminal and nothing else, by whatever door.
type visitor struct {
	term.Device
	getenv   func(string) string // of the terminal's environment
	user     string              // what they call themselves; anything
	watches  bool                // they want no ship
	still    bool                // they want things to move less
	remote   string              // their address
	near     bool                // they are on this network, and what they are sent need not be little
	identity string              // fingerprint of the key that they have proven; "" for none
	linked   string              // fingerprint of another key of theirs, which vouches for that; "" for none
	touch    bool                // they have no keyboard
	input    func(ui.Input)      // see ui.Config; nil where no pad can be
	feel     func(ui.Felt)       // likewise
	naming   *naming             // what they want to be called by now; nil where that cannot be said
	// cutOff reports, when the terminal is gone, whether the connection broke: the host keeps the seat
	// of a known player then. It may wait a moment to find out.
	cutOff func() bool
	// speaker opens the loudspeakers beside the terminal. crowded reports whether what is drawn waits on the line. nil: there
	// are none.
	speaker func(volume int, crowded func() bool) ui.Speaker
}

// How long a visitor may leave the keyboard. Spectators press few keys.
const (
	awayTime          = 5 * time.Minute
	awayTimeSpectator = time.Hour
)

var (
	errHostClosed   = errors.New("the host closed the match")
	errHostRestarts = errors.New("the host restarts: connect again in a moment; your seat is kept if you have shown a key")
)

// visitors renders the match for those who come with a terminal. Each is a client like any other.
type visitors struct {
	add       func(link.Link)                         // to the host
	suspended func() bool                             // the host's match goes on in another
	likely    func(password string) bool              // see session.Over
	follow    func(proto.Place, netip.Addr) link.Link // likewise
	log       *slog.Logger
	keys      *linkedKeys                                         // nil where nobody can come
	own       func(identity string) func() (play.OwnResult, bool) // see ui.Session.Own
	invite    func(remote string) func() (string, []string)       // see ui.Session.Invites
	reel      *playback.Reel                                      // the host's, which it films for all of them; nil where each has a film of their own
	forget    func()                                              // takes restore out of crash

	mu        sync.Mutex
	terminals map[*term.Terminal]bool // that are played on
}

func newVisitors(s *Server) *visitors {
	vs := &visitors{add: s.add, suspended: s.suspended, likely: s.likely(), follow: s.follow(), log: s.log, keys: s.keys, own: s.ownResult, invite: s.invitationFor, reel: s.reel, terminals: map[*term.Terminal]bool{}}
	vs.forget = sys.OnPanic(vs.restore)
	return vs
}

// play has a visitor play, or watch, until they leave.
func (vs *visitors) play(ctx context.Context, v *visitor) error {
	traits := term.TraitsOf(v.getenv)
	traits.Remote, traits.Near, traits.Speaks = true, v.near, v.speaker != nil
	if err := traits.Check(); err != nil {
		return err
	}
	terminal, err := term.OpenSession(v.Device, traits, func(value any, stack []byte) {
		vs.log.Error("the terminal of a visitor broke", "from", v.remote, "panic", value, "stack", string(stack))
	})
	if err != nil {
		return err
	}
	vs.note(terminal, true)
	defer vs.note(terminal, false)
	defer terminal.Close()
	conf := ui.Config{Terminal: terminal, Pilot: ui.Pilot{Name: v.name()}, Away: awayTime, Guest: true, Touch: v.touch, Input: v.input, Feel: v.feel}
	if v.watches {
		conf.Away = awayTimeSpectator
	}
	conf.Settings.ReducedMotion, conf.Settings.FewerFlashes = v.still, v.still
	if v.speaker != nil {
		conf.Settings.Volume = usualVolume
		conf.Speaker = func(volume int) ui.Speaker { return v.speaker(volume, terminal.Crowded) }
	}
	conf.Session = vs.join(v, conf.Pilot)
	terminal.AwaitAnswers(0)
	if err = ui.Run(ctx, conf); err == nil && ctx.Err() != nil {
		if vs.suspended() {
			return errHostRestarts
		}
		return errHostClosed
	}
	return err
}

// join joins the match for a visitor. When their connection breaks, so does their client's link: the
// host keeps their seat if it knows them by their key.
func (vs *visitors) join(v *visitor, p ui.Pilot) *ui.Session {
	var last link.Link
	dial := func() link.Link {
		last = vs.dial(v)
		return last
	}
	follow := vs.follow
	if follow != nil {
		follow = func(to proto.Place, by netip.Addr) link.Link {
			last = vs.follow(to, by)
			return last
		}
	}
	joined := session.Over(dial, follow, ui.JoinOptions{Pilot: p}, v.watches, vs.likely)
	joined.Own, joined.Invites = vs.own(v.identity), vs.invite(v.remote)
	if vs.reel != nil {
		joined.Reel = vs.reel
	}
	if v.naming != nil && !v.watches {
		v.naming.under(joined)
	}
	return droppable(joined, func() (dropped bool) {
		if dropped = v.cutOff(); dropped && last != nil {
			last.Close()
		}
		return dropped
	})
}

// droppable has a session, and those that follow it, end in drop, unless that says that the player has
// left like others.
func droppable(s *ui.Session, drop func() (dropped bool)) *ui.Session {
	s.Drop = func() {
		if !drop() {
			s.Close()
		}
	}
	again := s.WithPassword
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			next.Own, next.Invites = s.Own, s.Invites
			if next.Reel == nil {
				next.Reel = s.Reel
			}
			next = droppable(next, drop)
		}
		return next, err
	}
	return s
}

// dial connects a visitor to the host from inside the process.
func (vs *visitors) dial(v *visitor) link.Link {
	near, far := link.PipeOf(v.remote, v.identity)
	if v.linked != "" && vs.keys != nil {
		vs.keys.bring(far, []string{v.linked})
	}
	vs.add(far)
	return near
}

// cutOff reports whether the connection of a visitor broke whose terminal is gone, and whose context is done by that cause then. What
// they type ends a moment before the context does, and what is written to them may fail a moment before.
func cutOff(ctx context.Context, lost error) bool {
	select {
	case <-ctx.Done():
	case <-time.After(2 * sshd.LossTime):
	}
	return context.Cause(ctx) == lost
}

// note keeps which terminals are to be restored.
func (vs *visitors) note(t *term.Terminal, playing bool) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if playing {
		vs.terminals[t] = true
	} else {
		delete(vs.terminals, t)
	}
}

// restore gives all terminals back at once, for the process ends.
func (vs *visitors) restore() {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	var closing sync.WaitGroup
	for t := range vs.terminals {
		closing.Go(t.Close)
	}
	closing.Wait()
}

// name returns the visitor's in the match.
func (v *visitor) name() string {
	if v.watches {
		return "Watcher"
	}
	if name, err := proto.CleanName(v.user); err == nil {
		return name
	}
	return "Pilot"
}
