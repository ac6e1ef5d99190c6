package outbox

import (
	"context"
	"errors"
	"time"
)

// post is a result that is not on the disk yet.
type post struct {
	result *Result
	signer *Signer
}

// mostPosted is how many results may be on their way to the disk. A match takes longer than a disk.
const mostPosted = 64

// ErrBusy is why a result is not posted when too many wait for the disk.
var errBusy = errors.New("outbox: too many results wait for the disk")

// Post has Run prove, sign and put a result. It never waits, so that a match may call it. What the match refers to must not
// change any more.
func (b *Box) Post(r *Result, signer *Signer) error {
	one, match := *r, *r.Match // the host's own records add their proofs to theirs
	one.Match = &match
	select {
	case b.posted <- post{&one, signer}:
		return nil
	default:
		b.lost.Add(1)
		return errBusy
	}
}

// write puts what is posted until ctx is done, and then what is still there.
func (b *Box) write(ctx context.Context) {
	again := time.NewTicker(diskPause)
	defer again.Stop()
	for {
		select {
		case p := <-b.posted:
			b.putPosted(p)
		case <-again.C:
			b.settle()
		case <-ctx.Done():
			b.Flush()
			return
		}
	}
}

// Flush puts what was posted, and was not put before Run ended.
func (b *Box) Flush() {
	for {
		select {
		case p := <-b.posted:
			b.putPosted(p)
		default:
			b.settle()
			return
		}
	}
}

func (b *Box) putPosted(p post) {
	r := p.result
	if r.Match.Prove != nil {
		r.Match.Prove(r.Match)
	}
	text, err := Append(nil, r, p.signer)
	if err != nil {
		b.lose("it is out of bounds", r.ID, err)
		return
	}
	b.hold(r.ID, text)
}
