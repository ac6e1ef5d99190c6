package session

import (
	"sync"
	"time"

	"dogfight/internal/records"
	"dogfight/net"
	"dogfight/sys"
)

// Book keeps the tries of a player at the challenge of a day while they are made.
type DailyBook struct {
	store    *records.Store
	identity string
	day      string
	rated    int64 // the number of the try that counts, while it is made; 0 for none

	results chan net.Result
	running sync.WaitGroup
}

// waiting is how many results may wait to be kept. A match takes longer than to keep it by far.
const waiting = 16

// OpenBook opens the book of a player in the records at path, for the challenge of a day.
func OpenDailyBook(path, identity, day string) (*DailyBook, error) {
	store, err := records.Open(path)
	if err != nil {
		return nil, err
	}
	return &DailyBook{store: store, identity: identity, day: day, results: make(chan net.Result, waiting)}, nil
}

// Rate has the coming match be the one try of the day that counts, from now on and whatever happens, and reports whether
// it was still to be made.
func (b *DailyBook) Rate(now time.Time) (ok bool, err error) {
	b.rated, err = b.store.BeginTry(b.identity, &records.Try{Day: b.day, Rated: true, Started: now})
	return b.rated != 0, err
}

// Note has a result be kept. It never waits, and must not be called before Begin or after Close.
func (b *DailyBook) Note(r net.Result) {
	select {
	case b.results <- r:
	default: // which would take sixteen matches in the time of one write
	}
}

// Begin keeps what Note is given, and tells the player of it, until Close.
func (b *DailyBook) Begin(tell func(text string)) {
	b.running.Go(func() {
		defer sys.Restore()
		for r := range b.results {
			tell(b.keep(&r, time.Now()))
		}
	})
}

// keep keeps a result, and returns what is to be told of it.
func (b *DailyBook) keep(r *net.Result, now time.Time) string {
	try := tryOf(r, b.day)
	try.Started = now.Add(-r.Lasted)
	rated := b.rated != 0
	if err := b.end(try, r.Replay); err != nil {
		return "this try could not be kept: " + err.Error()
	}
	if rated {
		return "that was today's try: from here on it is practice"
	}
	return "practice: it counts for nothing"
}

// end keeps a try that is over, which practice is not before, and the replay of one that counts.
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

// tryOf returns what a result says of its player.
func tryOf(r *net.Result, day string) *records.Try {
	t := &records.Try{Day: day, Finished: r.Finished, Ships: len(r.Flights)}
	for i := range r.Flights {
		if f := &r.Flights[i]; f.Skill == 0 {
			t.Score, t.Kills, t.Deaths, t.Place = f.Score, f.Kills, f.Deaths, 1
		}
	}
	if t.Place == 0 {
		return t // never in space
	}
	for i := range r.Flights {
		if r.Flights[i].Score > t.Score {
			t.Place++
		}
	}
	return t
}

// Close waits until all is kept.
func (b *DailyBook) Close() {
	close(b.results)
	b.running.Wait()
	b.store.Close()
}
