package door

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"dogfight/game"
	"dogfight/internal/fleet"
	"dogfight/net/admission"
	"dogfight/proto"
	"dogfight/sys"
)

// settling finds the match of a guest.
type settling struct {
	*Door
	hello    proto.Hello
	wish     proto.MatchWish
	drawn    bool
	identity string
	remote   string

	silent []fleet.ID // hosts that do not answer
}

const (
	// settleTime is the time for all of it.
	settleTime = fleet.PlacingPatience + 15*time.Second
	// heldFor is the time for another host to resume the match of a returning player.
	heldFor = 10 * time.Second
	// holdLook is the interval of checks for that, forgottenLook for a seat that the directory may have lost.
	holdLook, forgottenLook = 25 * time.Millisecond, 250 * time.Millisecond
	// directoryTime is the time for the directory to answer, as while it elects a leader, and tryTime that for one attempt.
	directoryTime, tryTime = 12 * time.Second, 2 * time.Second
	// returnTime is the same for a returning player, whose program then tries the host of the match, which needs no directory.
	returnTime = time.Second
	// maxClaims is the number of attempts to claim a seat that others claim too.
	maxClaims = 5
	// leaveTime is the time for the host of another match to remove the guest.
	leaveTime = time.Second
	// ratingTime is the time to find a rating, which is only good to know.
	ratingTime = 250 * time.Millisecond
)

var (
	errDirectory = errors.New("the fleet's directory does not answer: try again in a moment")
	errClaims    = errors.New("you join from several places at once: try again in a moment")
	errNoAnswer  = fleet.ErrSilent
	errForgotten = errors.New("the fleet's directory has nothing of your seat yet: try again in a moment")
	errGone      = errors.New("that match is over")
)

// passes reports whether an error may be gone at the next attempt.
func passes(err error) bool {
	return errors.Is(err, errDirectory) || errors.Is(err, errClaims) || errors.Is(err, errNoAnswer) || errors.Is(err, errForgotten)
}

// run returns the last message for the guest: nil for a returning player that is to try again, at the host as well as here.
func (s *settling) run(ctx context.Context) proto.Message {
	m, err := s.find(ctx)
	if err == nil {
		err = s.waitUntilKnown(ctx)
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

// waitUntilKnown waits until hosts can know the door's key.
func (s *settling) waitUntilKnown(ctx context.Context) error {
	for until := time.Now().Add(directoryTime); !s.known.Load(); {
		if time.Now().After(until) || wait(ctx, holdLook) != nil {
			return errDirectory
		}
	}
	return nil
}

// ticket returns a ticket for a match, borne by the player's own link, or by the door's for a drawn player.
func (s *settling) ticket(m *fleet.Match) []byte {
	bearer, remote := s.identity, ""
	if s.drawn {
		bearer, remote = s.Door.identity, s.remote
	}
	return fleet.NewTicket(m, bearer, s.identity, remote, time.Now()).Sign(s.id, s.key)
}

// find returns the match for the guest: that of their seat, or one in which they are placed.
func (s *settling) find(ctx context.Context) (fleet.Match, error) {
	key := s.seatKey()
	for range maxClaims {
		seat, revision, err := s.savedSeat(ctx, key)
		if err != nil {
			return fleet.Match{}, err
		}
		if s.returnsToSeat(ctx, &seat) {
			m, err := s.back(ctx, seat.Match)
			if err == nil || s.returns() && !errors.Is(err, errGone) { // another host may claim it later
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

// returns reports whether the guest's client has been in a match.
func (s *settling) returns() bool { return s.hello.Token != proto.Token{} }

// persist repeats a question until the directory answers.
func (s *settling) persist(ctx context.Context, ask func(context.Context) error) error {
	patience := directoryTime
	if s.returns() {
		patience = returnTime
	}
	for until := time.Now().Add(patience); ; {
		try, cancel := context.WithTimeout(ctx, min(tryTime, patience))
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

// back returns the match of the guest's seat once its host answers, or errGone if it is over.
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
			s.silent = append(s.silent, m.Host)
			return m, err
		}
	}
}

// match returns a match, or errGone, or errDirectory if the directory does not answer. A match that another door has just opened may
// not be in the view yet.
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
	return fleet.Match{}, errGone // it cannot be reached
}

// place places the guest at a host that answers.
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
		s.silent = append(s.silent, m.Host)
		p.Not = s.silent
	}
}

// player describes the guest for placing.
func (s *settling) player(ctx context.Context) fleet.Player {
	p := fleet.Player{Protocol: proto.Version, Rules: game.RulesFingerprint, Region: s.region, Site: admission.BanSubject(s.remote), Match: fleet.ID(s.wish.Match), Not: s.silent, Spectate: s.hello.Purpose == proto.Spectate}
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

// wait waits for d, or until ctx is done.
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

// titleOf returns the title of a match, or a name.
func titleOf(m *fleet.Match) string { return cmp.Or(m.Title, fmt.Sprintf("match %v", m.ID)) }

// seatKey returns the key of the guest's seat in the directory; "" for none.
func (s *settling) seatKey() string {
	switch {
	case s.identity != "":
		return fleet.SeatKey(s.identity, nil)
	case s.returns():
		return tokenKey(s.hello.Token)
	}
	return ""
}

// tokenKey returns the key of a seat that only its token proves: see net.TokenProof.
func tokenKey(t proto.Token) string {
	proof := sha256.Sum256(t[:])
	return fleet.SeatKey("", proof[:])
}

// seat returns the seat with a key, and its revision; 0 for none.
func (s *settling) seat(ctx context.Context, key string) (seat fleet.Seat, revision uint64, err error) {
	if key == "" {
		return seat, 0, nil
	}
	err = s.persist(ctx, func(ctx context.Context) error {
		e, err := s.fleet.Get(ctx, fleet.Seats, key)
		if errors.Is(err, fleet.ErrNone) {
			return nil
		}
		if err == nil {
			revision = e.Revision
			if parsed, bad := fleet.Parse[fleet.Seat](e.Value); bad == nil { // else it is overwritten
				seat = parsed
			}
		}
		return err
	})
	return seat, revision, err
}

// savedSeat is seat for a directory that may have lost its memory: a returning player waits for their seat, and for the match, until
// the host writes them again.
func (s *settling) savedSeat(ctx context.Context, key string) (seat fleet.Seat, revision uint64, err error) {
	for until := time.Now().Add(returnTime); ; {
		seat, revision, err = s.seat(ctx, key)
		if err != nil || !s.returns() || !s.mayHaveForgotten() {
			return seat, revision, err
		}
		if _, err := s.match(ctx, seat.Match); err == nil {
			return seat, revision, nil
		}
		if time.Now().After(until) || wait(ctx, forgottenLook) != nil {
			return seat, revision, errForgotten
		}
	}
}

// claim writes the match of the guest's future seat. It expires unless the host makes it a seat.
func (s *settling) claim(ctx context.Context, key string, m *fleet.Match, revision uint64) error {
	value := fleet.Append(nil, &fleet.Seat{Match: m.ID, Host: m.Host, Claim: true})
	return s.persist(ctx, func(ctx context.Context) error {
		_, err := s.fleet.SwapFor(ctx, fleet.Seats, key, value, revision, fleet.ClaimLife)
		return err
	})
}

// leave gives up the guest's earlier seat, as no player is in two matches. A silent host has none to give up.
func (s *settling) leave(ctx context.Context, key string, had *fleet.Seat, now fleet.ID) {
	if had.Match == 0 || had.Match == now {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, leaveTime)
	defer cancel()
	host := had.Host
	switch m, err := s.match(ctx, had.Match); {
	case errors.Is(err, errGone):
		return
	case err == nil: // another host may have the match by now
		host = m.Host
	}
	ask := fleet.Ask{Leave: &fleet.Leave{Match: had.Match, Seat: key, At: time.Now().Unix()}}
	if _, err := s.fleet.Ask(ctx, fleet.AskSubject+host.String(), fleet.Append(nil, &ask)); err != nil {
		s.log.Info("a seat is not given up", "match", had.Match, "host", host, "err", err)
	}
}

// returnsToSeat reports whether the guest goes to the match in the directory. A wish for a named match, and a wish that differs from a
// mere claim, have priority.
func (s *settling) returnsToSeat(ctx context.Context, seat *fleet.Seat) bool {
	switch {
	case seat.Match == 0:
		return false
	case s.returns():
		return true
	case s.wish.Match != 0:
		return s.wish.Match == uint64(seat.Match)
	}
	return !seat.Claim || s.suits(ctx, seat.Match)
}

// suits reports whether a match has room for the guest and suits their wish. A new match has no mode yet.
func (s *settling) suits(ctx context.Context, id fleet.ID) bool {
	m, err := s.match(ctx, id)
	if err != nil || m.Closed || m.Players >= m.Slots {
		return false
	}
	return s.wish.Mode == proto.AnyMode || m.Mode == "" || m.Mode == s.wish.Mode.Name()
}

// friendTime is the time to find all friends of a guest: it is only good to know.
const friendTime = 250 * time.Millisecond

// friends returns the matches of the guest's friends, as far as they are found in time. They are looked up at once, proto.MaxFriends
// at most.
func (s *settling) friends(ctx context.Context) []fleet.ID {
	ctx, cancel := context.WithTimeout(ctx, s.patience.friends)
	defer cancel()
	found := make([]fleet.ID, len(s.wish.Friends))
	var asking sync.WaitGroup
	for i, friend := range s.wish.Friends {
		asking.Go(func() {
			defer sys.Restore()
			found[i] = s.matchOf(ctx, friend)
		})
	}
	asking.Wait()
	slices.Sort(found)
	return slices.DeleteFunc(slices.Compact(found), func(match fleet.ID) bool { return match == 0 })
}

// matchOf returns the match of a friend; 0 for none.
func (s *settling) matchOf(ctx context.Context, identity string) fleet.ID {
	e, err := s.fleet.Get(ctx, fleet.Seats, fleet.SeatKey(identity, nil))
	if err != nil {
		return 0
	}
	seat, _ := fleet.Parse[fleet.Seat](e.Value)
	return seat.Match
}
