package server

import (
	"context"
	"errors"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/keeper"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto"
	"dogfight/sys"
)

var errNotMade = errors.New("the directory of the fleet does not answer")

// own has the keeper keep the match of a room: a new one, one that another host hands over, or one that was claimed.
func (m *member) own(p roomPlan, r *room) (*keeper.Owner, error) {
	user := r.user()
	if p.was != nil {
		ctx, cancel := context.WithTimeout(context.Background(), takeTime)
		defer cancel()
		var err error
		if p.claim, err = m.keeper.Take(ctx, p.was); err != nil {
			return nil, err
		}
	}
	if p.claim != nil {
		return p.claim.Own(p.log, user), nil
	}
	o := m.keeper.Own(p.entry, user)
	select {
	case <-o.Made():
		return o, nil
	case <-time.After(takeTime):
		o.End()
		return nil, errNotMade
	}
}

// user is what the keeper has the room do.
func (r *room) user() keeper.User { return keeper.User{Lost: r.lost, Anew: r.filmAnew} }

// footage is a piece of a log as the keeper tells it.
func footage(f net.Footage) keeper.Footage {
	return keeper.Footage{First: f.First, Bytes: f.Bytes, Ended: f.Ended}
}

// filmAnew has the log of the room's match begin in another file.
func (r *room) filmAnew() {
	r.member.running.Go(func() {
		defer sys.Restore()
		if <-r.hosted; r.host.FilmAnew() != nil {
			r.member.log.Debug("a match has ended whose log was to begin anew", "match", r.id)
		}
	})
}

// lost ends the match of the room, which another host plays by now, and sends its players there. Nothing is recorded of it here.
func (r *room) lost(to fleet.Match) {
	r.member.running.Go(func() {
		defer sys.Restore()
		<-r.hosted
		r.host.Stop()
		r.leave(to)
		if r.stays { // the server has no host any more: it gives its other matches away, and ends
			r.member.replace()
		}
	})
}

// broke ends the room of a match whose host has panicked. One match must not end all others of this process: each time the process ends, the
// fleet counts that against all of its matches, and gives them up after a few. The match is not resumed here, where memory that it shares
// with the others may be damaged. Its entry stays and its lease ends, so its standby resumes it from its log, and gives it up if it ends one
// host after another.
func (r *room) broke(value any, stack []byte) {
	r.member.log.Error("a match is left to another host: it panicked; please report this", "match", r.id, "panic", value, "stack", string(stack))
	r.host.Abandon()
	entry := r.owner.Entry()
	r.owner.Hand(entry)
	r.leave(entry)
	if r.stays {
		r.member.replace()
	}
}

// leave has a match that stands still go on at another host, if there is one, and ends the room.
func (r *room) leave(to fleet.Match) {
	r.mu.Lock()
	before := r.gone
	r.gone = true
	r.mu.Unlock()
	if before {
		return
	}
	defer close(r.left)
	if r.stays {
		r.member.server.replays.Abandon()
	} else {
		r.replays.Abandon()
	}
	r.host.SendOn(func(l link.Link) proto.Place { return r.member.placeAt(&to, l) })
	r.member.forget(r)
	r.close()
}

// release has the match be over for good, and waits until others know that.
func (r *room) release(ctx context.Context) {
	r.owner.End()
	select {
	case <-r.owner.Ended():
	case <-ctx.Done():
	}
}

// claimed has the host go on with a match whose own is gone.
func (m *member) claimed(c *keeper.Claim) {
	m.expectFrom(c.Was)
	if !m.hasRoom(true) {
		c.Leave(errNoRoom)
		return
	}
	resumed, err := m.readLog(c.Log)
	if err != nil {
		c.GiveUp(err)
		return
	}
	p := roomPlan{entry: c.Match, match: resumed.Match, resumed: resumed, claim: c}
	if !resumed.File.Ended { // otherwise nothing can follow on that
		p.log = resumed.Log
	}
	if _, err := m.open(p); err != nil {
		c.Leave(err)
		return
	}
	m.describe() // before the keeper counts the claim no more
	m.log.Info("goes on with a match whose host is gone", "match", c.Match.ID, "host", c.Was, "tick", resumed.Match.World.Tick, "silent", c.Silent.Round(time.Millisecond))
}
