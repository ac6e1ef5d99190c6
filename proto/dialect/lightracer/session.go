package lightracer

import (
	"errors"

	"dogfight/game"
	"dogfight/proto/dialect"
)

// Session is the host's end of one player. It belongs to one goroutine.
type Session struct {
	config  Config
	intent  dialect.Intent
	held    game.Input // by the last Input
	presses dialect.Presses
	lines   Lines
	said    budget // for lines
	sets    budget // for those that change settings
	silent  int    // Ticks since the player was heard
	out     []byte
	done    bool // the last words are said

	id      int32  // that the player was welcomed with; 0: not yet
	leads   bool   // the player may change the settings
	waiting []*Set // for the WELCOME
	lobby   lobby
	feed    feed
}

// Config is what a Session has to know.
type Config struct {
	Token    int32  // that the data connection of the player opens with
	DataPort uint16 // where it is to be opened

	// Set changes a setting of the match. An error is told to the player. Set may be
	// nil: then nothing can be changed.
	Set func(key, value string) error
}

// silence is how long a player may say nothing, in Ticks.
const silence = 30 * game.TickRate

var (
	errSilent = errors.New("nothing received for 30 s")
	errLeft   = errors.New("the player left")
	errTalk   = errors.New("lines must be at most 60 a second")
)

// NewSession returns the Session of a visitor who has connected to the control port.
func NewSession(config Config) *Session {
	return &Session{config: config, lines: Lines{Max: MaxRequest}, said: lineBudget, sets: setBudget}
}

// Intent returns what the player wants. The caller empties Say.
func (s *Session) Intent() *dialect.Intent { return &s.intent }

// Receive takes a piece of what comes over either connection, or a datagram without its
// token. After an error, which the player was told then, nothing else may be called.
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

// Tick tells the player what has changed. It is called sixty times a second. An error
// is as Receive's.
func (s *Session) Tick(scene *dialect.Scene, send dialect.Send) error {
	if s.silent++; s.silent > silence {
		s.End(errSilent.Error(), send)
		return errSilent
	}
	s.said.tick()
	s.sets.tick()
	s.intent.Input = s.presses.Next(s.held)
	s.leads = scene.Leads
	if id := int32(scene.Me + 1); scene.World != nil && id > 0 && id != s.id {
		s.id = id
		s.say(&Welcome{id, s.config.DataPort, s.config.Token}, send)
		s.changeWaiting(send)
	}
	if s.id == 0 {
		return nil
	}
	if scene.World != nil {
		s.tell(scene, send)
		s.feed.tick(scene, int32(scene.Me+1), send)
	}
	s.chat(scene, send)
	return nil
}

// End says why the player has to go. Nothing is called after it.
func (s *Session) End(reason string, send dialect.Send) {
	if !s.done {
		s.done = true
		s.say(&Error{reason}, send)
	}
}

// say sends a line.
func (s *Session) say(line Reply, send dialect.Send) {
	s.out = line.Append(s.out[:0])
	send(dialect.Main, s.out)
}
