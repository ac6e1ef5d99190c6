package door

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net/admission"
	"dogfight/proto"
)

// settling finds where a guest goes.
type settling struct {
	*Door
	hello    proto.Hello
	wish     proto.Wish
	drawn    bool
	identity string
	remote   string

	not []fleet.ID // hosts that do not answer
}

const (
	// settleTime is how long all of it may take.
	settleTime = fleet.PlacingPatience + 15*time.Second
	// heldFor is how long who comes back waits for another host to go on with their match.
	heldFor = 10 * time.Second
	// holdLook is how often that is looked for, forgottenLook how often a seat that the directory may have forgotten.
	holdLook, forgottenLook = 25 * time.Millisecond, 250 * time.Millisecond
	// directoryTime is how long the directory is asked again that does not answer, as while it chooses a leader, and tryTime one try.
	directoryTime, tryTime = 12 * time.Second, 2 * time.Second
	// maxClaims is how often a seat is claimed that others claim at the same time.
	maxClaims = 5
	// leaveTime is how long the host of another match may take to let the guest go.
	leaveTime = time.Second
	// ratingTime is how long who is placed waits for what is only good to know.
	ratingTime = 250 * time.Millisecond
)

var (
	errDirectory = errors.New("the fleet's directory does not answer: try again in a moment")
	errClaims    = errors.New("you join from several places at once: try again in a moment")
	errNoAnswer  = fleet.ErrSilent
	errForgotten = errors.New("the fleet's directory has nothing of your seat yet: try again in a moment")
	errGone      = errors.New("that match is over")
)

// passes reports whether something may go well a moment later.
func passes(err error) bool {
	return errors.Is(err, errDirectory) || errors.Is(err, errClaims) || errors.Is(err, errNoAnswer) || errors.Is(err, errForgotten)
}

// run returns what the guest is told at last: nothing, where who comes back to a match is to try again, there as well as here.
func (s *settling) run(ctx context.Context) proto.Message {
	m, err := s.find(ctx)
	if err == nil {
		err = s.isKnown(ctx)
	}
	switch {
	case err == nil:
	case s.returns() && passes(err):
		s.log.Info("sent to try again", "why", err, "from", s.remote, "identity", s.identity)
		return nil
	case errors.Is(err, fleet.ErrNoHost):
		return &proto.Reject{Code: proto.RejectVersion, Reason: err.Error()}
	default:
		s.log.Info("refused", "why", err, "from", s.remote, "identity", s.identity)
		return &proto.Reject{Code: proto.RejectFull, Reason: err.Error()}
	}
	s.log.Info("sent", "match", m.ID, "host", m.Host, "from", s.remote, "identity", s.identity)
	return &proto.Redirect{Place: proto.Place{Address: m.Address, Fingerprint: m.Fingerprint, Ticket: s.ticket(&m)}}
}

// isKnown waits until hosts can know the door's key.
func (s *settling) isKnown(ctx context.Context) error {
	for until := time.Now().Add(directoryTime); !s.known.Load(); {
		if time.Now().After(until) || wait(ctx, holdLook) != nil {
			return errDirectory
		}
	}
	return nil
}

// ticket returns one for a match: of the player's own link, or of the door's for a player who is drawn.
func (s *settling) ticket(m *fleet.Match) []byte {
	bearer, remote := s.identity, ""
	if s.drawn {
		bearer, remote = s.Door.identity, s.remote
	}
	return fleet.NewTicket(m, bearer, s.identity, remote, time.Now()).Sign(s.id, s.key)
}

// find returns the match where the guest goes: that of their seat, or one in which they are placed.
func (s *settling) find(ctx context.Context) (fleet.Match, error) {
	key := s.seatKey()
	for range maxClaims {
		seat, revision, err := s.kept(ctx, key)
		if err != nil {
			return fleet.Match{}, err
		}
		if s.goesBack(ctx, &seat) {
			m, err := s.back(ctx, seat.Match)
			if err == nil || s.returns() && !errors.Is(err, errGone) { // another host may claim it for longer than they are held
				return m, err
			}
		}
		m, err := s.place(ctx)
		if err != nil {
			return m, err
		}
		if key == "" || s.hello.Purpose == proto.Spectate {
			return m, nil
		}
		switch err := s.claim(ctx, key, &m, revision); {
		case err == nil:
			s.leave(ctx, key, &seat, m.ID)
			return m, nil
		case !errors.Is(err, fleet.ErrStale):
			return m, err
		}
	}
	return fleet.Match{}, errClaims
}

// returns reports whether the guest's program was in a match already.
func (s *settling) returns() bool { return s.hello.Token != proto.Token{} }

// persist asks the directory again and again, as long as it does not answer.
func (s *settling) persist(ctx context.Context, ask func(context.Context) error) error {
	for until := time.Now().Add(directoryTime); ; {
		try, cancel := context.WithTimeout(ctx, tryTime)
		err := ask(try)
		cancel()
		switch {
		case err == nil, errors.Is(err, fleet.ErrStale):
			return err
		case ctx.Err() != nil, time.Now().After(until):
			return errDirectory
		}
		if wait(ctx, 100*time.Millisecond) != nil {
			return errDirectory
		}
	}
}

// back returns the match in which the guest has a seat, as soon as a host that answers has it, or errGone if there is none.
func (s *settling) back(ctx context.Context, id fleet.ID) (fleet.Match, error) {
	life := pulseLife
	if s.returns() {
		life = freshLife
	}
	for until := time.Now().Add(s.patience.hold); ; {
		m, err := s.match(ctx, id)
		switch {
		case errors.Is(err, errGone):
			return m, err
		case err == nil && s.asker.answers(ctx, m.Address, life):
			return m, nil
		case err == nil:
			err = errNoAnswer
		}
		if time.Now().After(until) || wait(ctx, holdLook) != nil {
			s.not = append(s.not, m.Host)
			return m, err
		}
	}
}

// match returns a match, or errGone, or errDirectory where nobody says whether there is one. One that was opened a moment ago for another
// door may have a seat before this door is told of it.
func (s *settling) match(ctx context.Context, id fleet.ID) (fleet.Match, error) {
	if m, ok := s.view.Match(id); ok {
		return m, nil
	}
	ctx, cancel := context.WithTimeout(ctx, tryTime)
	defer cancel()
	e, err := s.fleet.Get(ctx, fleet.Matches, id.String())
	switch {
	case errors.Is(err, fleet.ErrNone):
		return fleet.Match{}, errGone
	case err != nil:
		return fleet.Match{}, errDirectory
	}
	if m, err := fleet.Parse[fleet.Match](e.Value); err == nil && m.ID == id {
		return m, nil
	}
	return fleet.Match{}, errGone // nobody can go there
}

// place has the guest placed, at a host that answers.
func (s *settling) place(ctx context.Context) (fleet.Match, error) {
	p := s.player(ctx)
	for {
		m, err := s.placer.place(ctx, p)
		if err != nil || s.asker.answers(ctx, m.Address, pulseLife) {
			return m, err
		}
		if p.Match != 0 {
			return m, errNoAnswer
		}
		s.not = append(s.not, m.Host)
		p.Not = s.not
	}
}

// player returns what is known of the guest.
func (s *settling) player(ctx context.Context) fleet.Player {
	p := fleet.Player{Protocol: proto.Version, Rules: game.RulesFingerprint, Region: s.region, Site: admission.BanPlace(s.remote), Match: fleet.ID(s.wish.Match), Not: s.not, Spectate: s.hello.Purpose == proto.Spectate}
	if s.wish.Mode != proto.AnyMode {
		p.Mode, p.Slots = s.wish.Mode.Name(), s.wish.Mode.Pilots()
	}
	p.RTT = make(map[fleet.ID]time.Duration, len(s.wish.RTTs))
	for _, h := range s.wish.RTTs {
		p.RTT[fleet.ID(h.Host)] = time.Duration(h.RTT) * time.Millisecond
	}
	if s.rating != nil && s.identity != "" {
		ask, cancel := context.WithTimeout(ctx, ratingTime)
		p.Rating = max(s.rating(ask, s.identity), 0)
		cancel()
	}
	p.Friends = s.friends(ctx)
	return p
}

// wait waits, unless ctx is done before.
func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// titleOf names a match for people.
func titleOf(m *fleet.Match) string { return cmp.Or(m.Title, fmt.Sprintf("match %v", m.ID)) }
