package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/sys"
)

// DailyBook records the tries of a player at the challenge of a day.
type DailyBook struct {
	store    *records.Store
	identity string
	day      string
	rated    int64 // id of the rated try in progress; 0 for none

	results chan net.Result
	running sync.WaitGroup
}

// waiting is the number of results that may wait to be saved. A match takes far longer than a write.
const waiting = 16

// OpenDailyBook opens the records at path for a player, for the challenge of a day.
func OpenDailyBook(path, identity, day string) (*DailyBook, error) {
	store, err := records.Open(path)
	if err != nil {
		return nil, err
	}
	return &DailyBook{store: store, identity: identity, day: day, results: make(chan net.Result, waiting)}, nil
}

// Rate makes the coming match the rated try of the day, and reports whether there was none yet. It counts even if the process is killed.
func (b *DailyBook) Rate(now time.Time) (ok bool, err error) {
	b.rated, err = b.store.BeginTry(b.identity, &records.Try{Day: b.day, Rated: true, Started: now})
	return b.rated != 0, err
}

// Note saves a result. It does not block, and must not be called before Begin or after Close.
func (b *DailyBook) Note(r net.Result) {
	select {
	case b.results <- r:
	default: // sixteen matches in the time of one write
	}
}

// Begin saves the results from Note, and reports each to the player, until Close.
func (b *DailyBook) Begin(tell func(text string)) {
	b.running.Go(func() {
		defer sys.Restore()
		for r := range b.results {
			tell(b.save(&r, time.Now()))
		}
	})
}

// save saves a result, and returns the report for the player.
func (b *DailyBook) save(r *net.Result, now time.Time) string {
	try := tryOf(r, b.day)
	try.Started = now.Add(-r.Lasted)
	rated := b.rated != 0
	if err := b.end(try, r.Proof); err != nil {
		return "this try could not be saved: " + err.Error()
	}
	if rated {
		return "that was today's try: from here on it is practice"
	}
	return "practice: it does not count"
}

// end saves a finished try, and the replay of a rated one. Practice is saved only at its end.
func (b *DailyBook) end(try *records.Try, replay []byte) (err error) {
	id, rated := b.rated, b.rated != 0
	b.rated = 0
	if !rated {
		if id, err = b.store.BeginTry(b.identity, try); err != nil {
			return err
		}
	}
	if err = b.store.EndTry(id, try); err == nil && rated && replay != nil {
		err = b.store.ProveTry(id, replay)
	}
	return err
}

// tryOf returns the try of the player in a result.
func tryOf(r *net.Result, day string) *records.Try {
	t := &records.Try{Day: day, Finished: r.Finished, Ships: len(r.Flights)}
	for i := range r.Flights {
		if f := &r.Flights[i]; f.Skill == 0 {
			t.Score, t.Kills, t.Deaths, t.Place = f.Score, f.Kills, f.Deaths, 1
		}
	}
	if t.Place == 0 {
		return t // never had a ship
	}
	for i := range r.Flights {
		if r.Flights[i].Score > t.Score {
			t.Place++
		}
	}
	return t
}

// Close waits until all is saved.
func (b *DailyBook) Close() {
	close(b.results)
	b.running.Wait()
	b.store.Close()
}

// The reasons why a try is not proven.
var (
	errChallengeRules  = errors.New("played by other rules than this program's")
	errChallengePart   = errors.New("its replay is not of the match from its beginning to its end")
	errOtherChallenge  = errors.New("its replay is not of the challenge of that day")
	errChallengePlayed = errors.New("its replay is not what was played")
	errScore           = errors.New("another score than in its replay")
)

// CheckChallenge plays a try again from its replay, and returns the reason if it is not proven.
func CheckChallenge(ctx context.Context, t *records.RatedTry) error {
	f, err := readProof(t.Replay, errChallengeRules, errChallengePart)
	if err != nil {
		return err
	}
	f.Interrupted = ctx.Err
	day, err := t.Date()
	if err != nil {
		return err
	}
	c := ChallengeOf(day)
	match, err := c.Match()
	if err != nil {
		return err
	}
	if f.Head.Seed != match.Seed || !bytes.Equal(proto.AppendSetup(nil, f.Setup), proto.AppendSetup(nil, match.Setup)) {
		return errOtherChallenge
	}
	if err := f.Verify(nil); err != nil {
		return fmt.Errorf("%w: %w", errChallengePlayed, err)
	}
	r, err := net.Recount(f)
	if err != nil {
		return err
	}
	player, err := match.Scenario.Check(f)
	if err != nil {
		return fmt.Errorf("%w: %w", errOtherChallenge, err)
	}
	for i := range r.Flights {
		if (r.Flights[i].Skill == 0) != (r.Flights[i].Pilot == player) {
			return errOtherChallenge
		}
	}
	got := tryOf(&r, t.Day)
	if got.Score != t.Score || got.Kills != t.Kills || got.Deaths != t.Deaths || got.Place != t.Place || got.Ships != t.Ships || got.Finished != t.Finished {
		return errScore
	}
	return nil
}
