package lightracer

import (
	"errors"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player. It belongs to one goroutine.
type Session struct {
	config   Config
	intent   dialect.Intent
	held     game.Input // by the last Input
	presses  dialect.Presses
	lines    Lines
	lineRate budget
	setRate  budget // of lines that change settings
	silent   int    // ticks since the last message
	out      []byte
	done     bool // the last line was sent

	id      int32  // in the last WELCOME; 0: none was sent
	leads   bool   // the player may change the settings
	waiting []*Set // for the WELCOME
	lobby   lobby
	feed    feed
}

// Config configures a Session.
type Config struct {
	Token    int32  // the first bytes of the player's data connection
	DataPort uint16 // of that connection

	// Set changes a setting of the match. An error is sent to the player. Set may be nil: then nothing can be changed.
	Set func(key, value string) error
}

// maxSilence is the longest silence of a player, in ticks.
const maxSilence = 30 * game.TickRate

var (
	errSilent = errors.New("nothing received for 30 s")
	errLeft   = errors.New("the player left")
	errTalk   = errors.New("lines must be at most 60 a second")
)

// NewSession returns the Session of a new visitor on the control port.
func NewSession(config Config) *Session {
	return &Session{config: config, lines: Lines{Max: MaxRequest}, lineRate: lineBudget, setRate: setBudget}
}

// Intent returns the player's wishes. The caller empties Say.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Receive takes a piece of either connection, or a datagram without its token. After an error, which was sent to the player,
// nothing else may be called.
func (s *Session) Receive(ch dialect.Channel, p []byte, send dialect.Send) error {
	var err error
	if ch == dialect.Data {
		err = s.receiveData(p)
	} else {
		err = s.receiveLines(p, send)
	}
	if err != nil {
		s.End(err.Error(), send)
	}
	return err
}

// Tick sends the player the changes. It is called sixty times a second. An error is as Receive's.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.silent++; s.silent > maxSilence {
		s.End(errSilent.Error(), send)
		return errSilent
	}
	s.lineRate.tick()
	s.setRate.tick()
	s.intent.Input = s.presses.Next(s.held)
	s.leads = scene.Leads
	if id := int32(scene.Me + 1); scene.World != nil && id > 0 && id != s.id {
		s.id = id
		s.send(&Welcome{id, s.config.DataPort, s.config.Token}, send)
		s.changeWaiting(send)
	}
	if s.id == 0 {
		return nil
	}
	if scene.World != nil {
		s.sendChanges(scene, send)
		s.feed.tick(scene, int32(scene.Me+1), send)
	}
	s.sendChat(scene, send)
	return nil
}

// End sends the reason for the end. Nothing may be called after it.
func (s *Session) End(reason string, send dialect.Send) {
	if !s.done {
		s.done = true
		s.send(&Error{reason}, send)
	}
}

// send sends a line.
func (s *Session) send(line Reply, send dialect.Send) {
	s.out = line.Append(s.out[:0])
	send(dialect.Main, s.out)
}

// DataOpen reports a data connection of the player that has sent the token, and nothing else yet. A player that has asked for
// datagrams stays with them.
func (s *Session) DataOpen() {
	if !s.feed.datagrams {
		s.feed.open, s.feed.due, s.feed.nods = true, 0, scanner{}
	}
}

// DataOpenDatagrams reports that the player wants datagrams.
func (s *Session) DataOpenDatagrams() {
	s.feed.open, s.feed.datagrams, s.feed.due = true, true, 0
}

// receiveData takes a piece of the data connection, or a datagram.
func (s *Session) receiveData(p []byte) error {
	if s.feed.datagrams {
		var m Input
		if m.ParseUpdate(p) == nil { // a malformed one may be of any sender
			s.steer(&m)
		}
		return nil
	}
	for len(p) > 0 {
		rest, found, err := s.feed.nods.Next(p)
		if err != nil {
			return err
		}
		if p = rest; !found || s.feed.nods.NOD.Type != inputType {
			continue
		}
		var m Input
		if err := m.Parse(&s.feed.nods.NOD); err != nil {
			return err
		}
		s.steer(&m)
	}
	return nil
}

// steer takes an Input if it is for the own player.
func (s *Session) steer(m *Input) {
	if s.id != 0 && m.Player == s.id {
		s.silent = 0
		s.held = m.Held
		s.presses.Press(m.Held)
	}
}

// receiveLines takes a piece of the control connection. An invalid request gets an ERROR; a malformed line ends the session. So
// does an unknown request before the WELCOME: it may be HTTP of a browser, and a web page may have chosen the next lines.
func (s *Session) receiveLines(p []byte, send dialect.Send) error {
	for len(p) > 0 {
		line, rest, found, err := s.lines.Next(p)
		if err != nil {
			return err
		}
		if p = rest; !found {
			return nil
		}
		if !s.lineRate.spend() {
			return errTalk
		}
		s.silent = 0
		if len(line) == 0 {
			continue // a sign of life
		}
		request, err := ParseRequest(string(line))
		if errors.Is(err, errUnknown) && s.id == 0 {
			return err
		}
		if err == nil {
			err = s.apply(request)
		}
		if err == errLeft {
			s.done = true // the player does not wait for an answer
			return err
		}
		if err != nil {
			s.send(&Error{err.Error()}, send)
		}
	}
	return nil
}

// apply applies a request. An error other than errLeft is for the player.
func (s *Session) apply(request Request) error {
	switch m := request.(type) {
	case *Leave:
		return errLeft
	case *Join:
		return s.join(m)
	case *Set:
		return s.set(m)
	}
	if s.intent.Presence == dialect.Absent {
		return errors.New("JOIN must come first")
	}
	switch m := request.(type) {
	case *Say:
		if err := proto.ValidChat(m.Text); err != nil {
			return err
		}
		s.intent.Speak(m.Text)
	case *Ready:
		s.intent.Ready = true
	}
	return nil
}

func (s *Session) join(m *Join) (err error) {
	if s.intent.Presence != dialect.Absent {
		return errors.New("unexpected second JOIN")
	}
	if s.intent.Name, err = dialect.NameOf(m.Name); err != nil {
		return err
	}
	s.intent.Presence = dialect.Flying
	return nil
}

var errTooManySets = errors.New("SET must be at most one a second")

// set takes a request to change a setting. Before the WELCOME the leader is not known, so it waits; the budget bounds the
// waiting.
func (s *Session) set(m *Set) error {
	switch {
	case s.config.Set == nil:
		return errors.New("SET: this host does not allow changes")
	case s.id != 0:
		return s.change(m)
	case len(s.waiting) == s.setRate.most:
		return errTooManySets
	}
	s.waiting = append(s.waiting, m)
	return nil
}

// changeWaiting applies the requests that waited for the WELCOME.
func (s *Session) changeWaiting(send dialect.Send) {
	for _, m := range s.waiting {
		if err := s.change(m); err != nil {
			s.send(&Error{err.Error()}, send)
		}
	}
	s.waiting = nil
}

// change changes a setting, if the player may.
func (s *Session) change(m *Set) error {
	switch {
	case !s.leads:
		return errors.New("SET is for the first player to join")
	case !s.setRate.spend():
		return errTooManySets
	}
	return s.config.Set(m.Key, m.Value)
}

// budget bounds the rate of an action: most times at once, and then once in every ticks.
type budget struct {
	every, most int
	debt        int // ticks until all of it is available again
}

// The budgets of one player.
var (
	lineBudget = budget{every: 1, most: 2 * game.TickRate} // a chatting player sends a few a second
	setBudget  = budget{every: game.TickRate, most: 6}     // every setting, twice; each change goes to all players
)

// spend spends one action, and reports whether the budget allows it.
func (b *budget) spend() bool {
	if b.debt+b.every > b.most*b.every {
		return false
	}
	b.debt += b.every
	return true
}

func (b *budget) tick() { b.debt = max(b.debt-1, 0) }
