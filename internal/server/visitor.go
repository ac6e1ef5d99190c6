package server

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/session"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/net/sshd"
	"dogfight/proto"
	"dogfight/sys"
	"dogfight/ui"
	"dogfight/ui/input"
	"dogfight/ui/term"
)

// The pictures of all visitors are drawn in turns.
var _, _ term.Drawer = (*sshd.Terminal)(nil), (*webTerminal)(nil)

// visitor is a player or spectator with a terminal and no program of ours.
type visitor struct {
	term.Device
	getenv   func(string) string // of the terminal's environment
	user     string              // name, unchecked
	watches  bool                // a spectator
	still    bool                // wants less motion
	remote   string              // address
	near     bool                // on this network: drawing need not be sparse
	identity string              // fingerprint of the proven key; "" for none
	linked   string              // fingerprint of another key of theirs, which vouches for that; "" for none
	touch    bool                // has no keyboard
	input    func(ui.Input)      // see ui.Config; may be nil
	feel     func(ui.Felt)       // see ui.Config; may be nil
	renames  *renames            // nil if they cannot change their name
	// cutOff reports, once the terminal is gone, whether its connection broke: the host then keeps the seat
	// of a known player. It may wait to find out.
	cutOff func() bool
	// speaker opens the visitor's loudspeakers; nil if there are none. crowded reports whether drawing waits on the line.
	speaker func(volume int, crowded func() bool) ui.Speaker
}

// The time without a key press after which a visitor leaves. Spectators press few keys.
const (
	awayTime          = 5 * time.Minute
	awayTimeSpectator = time.Hour
)

var (
	errDoorDrains   = errors.New("this door is closing and takes no new players")
	errHostClosed   = errors.New("the host closed the match")
	errHostRestarts = errors.New("the host restarts: connect again in a moment; your seat is kept if you have shown a key")
)

// visitors draws the match for the visitors of one door. Each is a client like any other.
type visitors struct {
	*Entrance
	forget func() // unregisters restore

	mu        sync.Mutex
	terminals map[*term.Terminal]bool // in use
}

func newVisitors(e *Entrance) *visitors {
	vs := &visitors{Entrance: e, terminals: map[*term.Terminal]bool{}}
	vs.forget = sys.OnPanic(vs.restore)
	return vs
}

// play lets a visitor play, or watch, until they leave.
func (vs *visitors) play(ctx context.Context, v *visitor) error {
	if vs.lobby.follow != nil && vs.lobby.draining() { // a host refuses by itself all but those with a seat
		return errDoorDrains
	}
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
	vs.setUsed(terminal, true)
	defer vs.setUsed(terminal, false)
	defer terminal.Close()
	conf := ui.Config{
		Terminal: terminal, Away: awayTime, Guest: true, Touch: v.touch, Input: v.input, Feel: v.feel,
		Settings: input.Settings{Name: v.name(), FewerFlashes: v.still, ReducedMotion: v.still},
	}
	if v.watches {
		conf.Away = awayTimeSpectator
	}
	if v.speaker != nil {
		conf.Settings.Volume = input.UsualVolume
		conf.Speaker = func(volume int) ui.Speaker { return v.speaker(volume, terminal.Crowded) }
	}
	conf.Session = vs.join(v, conf.Player())
	terminal.AwaitAnswers(0)
	if err = ui.Run(ctx, conf); err == nil && ctx.Err() != nil {
		if vs.lobby.suspended() {
			return errHostRestarts
		}
		return errHostClosed
	}
	return err
}

// join joins the match for a visitor. When their connection breaks, so does their client's link: the
// host keeps their seat if it knows their key.
func (vs *visitors) join(v *visitor, p ui.Player) *ui.Session {
	var last link.Link
	dial := func() link.Link {
		last = vs.dial(v)
		return last
	}
	follow := vs.lobby.follow
	if follow != nil {
		follow = func(to proto.Place, by netip.Addr) link.Link {
			last = vs.lobby.follow(to, by)
			return last
		}
	}
	visit := session.Visit{Dial: dial, Follow: follow, Likely: vs.lobby.likely, Steps: &vs.steps, Spectate: v.watches}
	joined := visit.Join(ui.JoinOptions{Player: p})
	joined.News, joined.Invites = vs.lobby.news(v.identity), vs.invitationFor(v.remote)
	if vs.lobby.recent != nil {
		joined.Recent = vs.lobby.recent
	}
	if v.renames != nil && !v.watches {
		v.renames.apply(joined)
	}
	return droppable(joined, func() {
		if v.cutOff() && last != nil {
			last.Close() // first, so that the client cannot say goodbye
		}
	})
}

// droppable makes a session, and those that follow it, call drop before they close because the player is gone.
func droppable(s *ui.Session, drop func()) *ui.Session {
	s.Drop = func() {
		drop()
		s.Close()
	}
	withNext(s, func(next *ui.Session) {
		next.News, next.Invites = s.News, s.Invites
		if next.Recent == nil {
			next.Recent = s.Recent
		}
		droppable(next, drop)
	})
	return s
}

// withNext applies a change to the session that follows one after a password.
func withNext(s *ui.Session, change func(next *ui.Session)) {
	again := s.WithPassword
	s.WithPassword = func(password string) (*ui.Session, error) {
		next, err := again(password)
		if err == nil {
			change(next)
		}
		return next, err
	}
}

// dial connects a visitor to the host, inside this process.
func (vs *visitors) dial(v *visitor) link.Link {
	near, far := link.PipeOf(v.remote, v.identity)
	if v.linked != "" && vs.keys != nil {
		vs.keys.bring(far, []string{v.linked})
	}
	vs.lobby.add(far)
	return near
}

// cutOff reports whether the connection of a visitor broke, so that ctx ends with the cause lost. Input ends a little before ctx,
// and output may fail a little before.
func cutOff(ctx context.Context, lost error) bool {
	select {
	case <-ctx.Done():
	case <-time.After(2 * sshd.LossTime):
	}
	return context.Cause(ctx) == lost
}

// setUsed adds a terminal to those that restore restores, or removes it.
func (vs *visitors) setUsed(t *term.Terminal, used bool) {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	if used {
		vs.drawn.Add(1)
		vs.terminals[t] = true
	} else {
		vs.drawn.Add(-1)
		delete(vs.terminals, t)
	}
}

// restore restores all terminals side by side, as the process ends.
func (vs *visitors) restore() {
	vs.mu.Lock()
	defer vs.mu.Unlock()
	var closing sync.WaitGroup
	for t := range vs.terminals {
		closing.Go(t.Close)
	}
	closing.Wait()
}

// name returns the visitor's name in the match.
func (v *visitor) name() string {
	if v.watches {
		return "Watcher"
	}
	if name, err := proto.CleanName(v.user); err == nil {
		return name
	}
	return "Pilot"
}

// renames passes new names of a visitor from the door to the client.
type renames struct {
	mu       sync.Mutex
	name     string    // "" for none
	latestAt time.Time // the latest
}

// renameEvery is the least time between names that are taken. Hosts have a wait of their own, in which the last name counts.
const renameEvery = time.Second

// set sets the visitor's name, unless it is invalid.
func (n *renames) set(name string) {
	clean, err := proto.CleanName(name)
	if err != nil {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.name = clean
}

// next returns a new name; "" for none.
func (n *renames) next(now time.Time) (name string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.name == "" || now.Sub(n.latestAt) < renameEvery {
		return ""
	}
	name, n.name, n.latestAt = n.name, "", now
	return name
}

// renamed is the match of a visitor with renames.
type renamed struct {
	*net.Client
	renames *renames
}

// Frame sends a new name, and returns the client's view. A name waits until the client has its seat: while it asks for one, it sends no other.
func (m renamed) Frame(now time.Time, in game.Input) *net.View {
	v := m.Client.Frame(now, in)
	if v.Phase != net.Playing || v.Me < 0 {
		return v
	}
	if name := m.renames.next(now); name != "" {
		m.ChangeName(name)
	}
	return v
}

// apply makes a session, and those that follow it, take new names.
func (n *renames) apply(s *ui.Session) {
	if c, ok := s.Match.(*net.Client); ok {
		s.Match = renamed{c, n}
	}
	withNext(s, n.apply)
}
