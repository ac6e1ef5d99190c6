package door

import (
	"context"
	"crypto/ed25519"
	"time"

	"dogfight/internal/fleet"
)

// announcer has hosts know the key that tickets are signed with. It is owned by one goroutine.
type announcer struct {
	*Door
	entry []byte
	said  time.Time // when the directory took that last, or would not
	taken bool      // what came of it
	seen  bool      // the door's own view has had the entry since
	down  bool      // the bus was away since
}

const (
	// announceLook is how often it is looked whether the directory still has the door.
	announceLook = 20 * time.Millisecond
	// announceAgain is how soon the entry is written again that was not taken, or that nobody tells of.
	announceAgain = time.Second
)

// announce says what the door is until ctx is done: each 5 s, and at once when a directory has lost its memory, for hosts refuse the
// door's tickets until then.
func (d *Door) announce(ctx context.Context) {
	a := announcer{Door: d, entry: fleet.Append(nil, d.self())}
	timer := time.NewTicker(announceLook)
	defer timer.Stop()
	for {
		if a.look(); time.Since(a.said) >= a.pause() {
			a.say(ctx)
		}
		select {
		case <-timer.C:
		case <-ctx.Done():
			return
		}
	}
}

// self is what the door says of itself.
func (d *Door) self() *fleet.Door {
	return &fleet.Door{ID: d.id, Key: fleet.FormatKey(d.key.Public().(ed25519.PublicKey)), Address: d.address, Region: d.region}
}

// look looks whether the directory may have forgotten the door. While the bus is away hosts have not.
func (a *announcer) look() {
	_, there := a.view.Door(a.id)
	up := a.fleet.Up()
	if a.known.Load() && up && (a.down || a.seen && !there) {
		a.known.Store(false)
		a.said = time.Time{}
	}
	a.seen = a.seen || there
	a.down = a.down || !up
}

// pause returns how long after it was said last the entry is to be said again.
func (a *announcer) pause() time.Duration {
	if a.taken && a.seen {
		return fleet.Announce
	}
	return announceAgain
}

// say has the directory take the entry.
func (a *announcer) say(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, fleet.Announce)
	defer cancel()
	_, err := a.fleet.Put(ctx, fleet.Doors, a.id.String(), a.entry)
	a.said, a.taken = time.Now(), err == nil
	if a.taken {
		a.seen, a.down = false, false
		a.known.Store(true)
	}
}
