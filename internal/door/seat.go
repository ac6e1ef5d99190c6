package door

import (
	"context"
	"crypto/sha256"
	"errors"
	"time"

	"dogfight/internal/fleet"
	"dogfight/proto"
)

// seatKey returns by what the guest's seat is found; "" for nothing.
func (s *settling) seatKey() string {
	switch {
	case s.identity != "":
		return fleet.SeatKey(s.identity, nil)
	case s.returns():
		return tokenKey(s.hello.Token)
	}
	return ""
}

// tokenKey returns the key of the seat of who is known by a token alone: see net.TokenProof.
func tokenKey(t proto.Token) string {
	proof := sha256.Sum256(t[:])
	return fleet.SeatKey("", proof[:])
}

// seat returns the seat of a key, with its revision; none with 0.
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
			if parsed, bad := fleet.Parse[fleet.Seat](e.Value); bad == nil { // otherwise it is written over
				seat = parsed
			}
		}
		return err
	})
	return seat, revision, err
}

// kept returns the seat of a key, as seat does. While the directory may have lost its memory, who comes back waits for theirs, and for
// the match: its host will say them again.
func (s *settling) kept(ctx context.Context, key string) (seat fleet.Seat, revision uint64, err error) {
	for until := time.Now().Add(s.patience.hold); ; {
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

// claim writes where the guest's seat is going to be. It is soon forgotten if the guest never gets there: the host makes it a seat.
func (s *settling) claim(ctx context.Context, key string, m *fleet.Match, revision uint64) error {
	value := fleet.Append(nil, &fleet.Seat{Match: m.ID, Host: m.Host, Claim: true})
	return s.persist(ctx, func(ctx context.Context) error {
		_, err := s.fleet.SwapFor(ctx, fleet.Seats, key, value, revision, fleet.ClaimLife)
		return err
	})
}

// leave has the guest give up the seat that they had in another match: nobody plays in two. A host that does not answer has none to keep.
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

// goesBack reports whether the guest is to go where the directory says that their seat is. Who asks for a match by its name goes there, and
// who is only said to be on their way somewhere is free to want something else.
func (s *settling) goesBack(ctx context.Context, seat *fleet.Seat) bool {
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

// suits reports whether a match has room for the guest and is what they wish for. One that has just been opened does not tell its mode yet.
func (s *settling) suits(ctx context.Context, id fleet.ID) bool {
	m, err := s.match(ctx, id)
	if err != nil || m.Closed || m.Players >= m.Slots {
		return false
	}
	return s.wish.Mode == proto.AnyMode || m.Mode == "" || m.Mode == s.wish.Mode.Name()
}
