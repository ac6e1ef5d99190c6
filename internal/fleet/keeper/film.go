package keeper

import (
	"time"

	"dogfight/internal/fleet"
)

// Footage is what has come of a match's log since the last.
type Footage struct {
	First bool // a file begins
	Bytes []byte
	Ended bool // nothing follows in this file
}

// film is a match's log as its owner tells it. The file that runs is kept, to be told to another standby.
type film struct {
	bytes   []byte
	began   bool // there is a file
	ended   bool // it has ended
	tooLong bool // it is not kept
	asked   bool // for another file
	number  uint32
	toldAll time.Time     // when all of it was told last
	again   time.Duration // how long from then until it may be told again
	in      uint32        // the epoch that it is told in
	waits   time.Time     // since when nothing is told, for its standby does not listen yet; zero: it is told
}

// mostFilm is how long a file may be that is kept.
const mostFilm = 8 << 20

const (
	// tellAgainAfter is how long it takes until all is told again to a standby that misses something; it doubles each time in an epoch, up
	// to tellAgainAtMost: one that cannot hold the log misses it for ever.
	tellAgainAfter, tellAgainAtMost = time.Second, time.Minute
	// waitsAtMost is how long a standby is waited for that is to listen: the stream has the log for whoever else goes on with the match.
	waitsAtMost = time.Second
)

// epoch begins another epoch, in which nothing has been told yet.
func (f *film) epoch(n uint32) {
	if n != f.in {
		f.in, f.number, f.toldAll, f.again = n, 0, time.Time{}, tellAgainAfter
	}
}

// tell tells what has come.
func (o *Owner) tell(f Footage) {
	m := &o.film
	if f.First {
		*m = film{number: m.number, in: m.in, waits: m.waits, toldAll: time.Now(), again: m.again, began: true}
	}
	if !m.began || m.ended {
		return
	}
	m.ended = f.Ended
	if m.tooLong = m.tooLong || len(m.bytes)+len(f.Bytes) > mostFilm; m.tooLong {
		m.bytes = nil
		o.anew()
	} else {
		m.bytes = append(m.bytes, f.Bytes...)
	}
	if m.waits.IsZero() {
		o.publish(f)
	}
}

// tellAll tells the file from its beginning.
func (o *Owner) tellAll(now time.Time) {
	m := &o.film
	m.waits = time.Time{}
	switch m.toldAll = now; {
	case !m.began:
	case m.tooLong:
		o.anew()
	default:
		o.publish(Footage{First: true, Bytes: m.bytes, Ended: m.ended})
	}
}

// tellLate tells what waits for a standby that does not answer.
func (o *Owner) tellLate(now time.Time) {
	if m := &o.film; !m.waits.IsZero() && now.Sub(m.waits) >= waitsAtMost {
		o.tellAll(now)
	}
}

// tellAgain tells it to a standby that said, when asked at a time, that it misses something.
func (o *Owner) tellAgain(asked time.Time) {
	if m := &o.film; asked.Sub(m.toldAll) >= m.again {
		m.again = min(2*m.again, tellAgainAtMost)
		o.tellAll(time.Now())
	}
}

// anew asks for another file.
func (o *Owner) anew() {
	if !o.film.asked && o.user.Anew != nil {
		o.film.asked = true
		o.user.Anew()
	}
}

// publish publishes footage in pieces that are short enough.
func (o *Owner) publish(f Footage) {
	if o.film.in == 0 {
		return // the match has no entry yet; all is told then
	}
	c := fleet.Chunk{Match: o.id, Epoch: o.film.in, First: f.First}
	for {
		n := min(len(f.Bytes), fleet.MaxChunk)
		c.Number, c.Bytes, f.Bytes = o.film.number, f.Bytes[:n], f.Bytes[n:]
		c.Ended = f.Ended && len(f.Bytes) == 0
		o.film.number++
		o.keeper.conf.Fleet.Publish(fleet.LogSubject+o.id.String(), c.Append(nil))
		if c.First = false; len(f.Bytes) == 0 {
			return
		}
	}
}
