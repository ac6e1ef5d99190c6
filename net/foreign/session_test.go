package foreign

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
	"dogfight/proto/dialect/dogfight"
	"dogfight/proto/dialect/rtype"
)

// session is the host's end of a dialect.
type session interface {
	Receive(dialect.Channel, []byte, dialect.Send) error
	Tick(*dialect.Scene, dialect.Send) error
	Intent() *dialect.Intent
	End(string, dialect.Send)
}

// ownHost has a session of ours play a match of ours over the other end of the line. look
// returns the ship of that end's player.
func ownHost(r *rig, s session, match *dialecttest.Match) (look func() game.Ship, stop func()) {
	var mu sync.Mutex
	heard := make(chan []byte, 64)
	quit := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		for buf := make([]byte, 2048); ; {
			n, err := r.conn.Read(buf)
			if err != nil {
				return
			}
			heard <- bytes.Clone(buf[:n])
		}
	})
	running.Go(func() {
		defer r.conn.Close()
		send := func(_ dialect.Channel, p []byte) { r.conn.Write(p) }
		for {
			select {
			case <-quit:
				s.End("the host closes", send)
				return
			case p := <-heard:
				if s.Receive(dialect.Main, p, send) != nil {
					return
				}
			case <-time.After(frameTime):
				match.Inputs[0] = s.Intent().Input
				mu.Lock()
				match.Step()
				mu.Unlock()
				if s.Tick(&match.Scene, send) != nil {
					return
				}
			}
		}
	})
	look = func() game.Ship {
		mu.Lock()
		defer mu.Unlock()
		return match.World.Ships[0]
	}
	return look, func() { close(quit); running.Wait() }
}

func TestSessionsOfOursAreFlown(t *testing.T) {
	t.Parallel()
	for address, s := range map[string]func() session{
		dogfightAddress: func() session { return dogfight.NewSession(false) },
		rtypeAddress:    func() session { return rtype.NewSession(rtype.Config{ID: clientID}) },
		codeAddress:     func() session { return rtype.NewSession(rtype.Config{ID: clientID, Code: true, Local: true}) },
	} {
		t.Run(address, func(t *testing.T) {
			play(t, address, func(r *rig) {
				match := dialecttest.NewMatch(2)
				look, stop := ownHost(r, s(), match)
				r.frames(30, 0)
				r.phase(net.Playing, "")
				if len(r.view.Roster) != 2 {
					r.Fatalf("the roster is %v", r.view.Roster)
				}
				was := look()
				r.frames(60, game.Steer(game.Right)|game.Fire)
				me, is := &r.view.World.Ships[0], look()
				if is.X-was.X < 60*game.One || is.Live == 0 {
					r.Errorf("the host saw it fly %d units, with shots %b", (is.X-was.X)/game.One, is.Live)
				}
				if off := (is.X - me.X) / game.One; off < -12 || off > 24 || me.Facing != game.Right || me.Live == 0 {
					r.Errorf("it is drawn %d units behind, facing %d, with shots %b", off, me.Facing, me.Live)
				}
				stop()
				r.frames(2, 0)
				if address == dogfightAddress {
					r.phase(net.Ended, "the server closed the connection")
				}
			})
		})
	}
}

// How smooth it looks: at 60 pictures a second no ship may leap.
func TestShipsOfOurSessionsGlide(t *testing.T) {
	t.Parallel()
	for address, s := range map[string]func() session{
		dogfightAddress: func() session { return dogfight.NewSession(false) },
		rtypeAddress:    func() session { return rtype.NewSession(rtype.Config{ID: clientID}) },
		codeAddress:     func() session { return rtype.NewSession(rtype.Config{ID: clientID, Code: true, Local: true}) },
	} {
		t.Run(address, func(t *testing.T) {
			play(t, address, func(r *rig) {
				match := dialecttest.Melee(8, 300)
				_, stop := ownHost(r, s(), match)
				defer stop()
				r.frames(30, 0)
				farthest, last := int32(0), r.view.World.Ships
				for range 300 {
					r.frames(1, 0)
					for i := range last {
						was, is := &last[i], &r.view.World.Ships[i]
						if was.State == game.Flying && is.State == game.Flying {
							farthest = max(farthest, is.X-was.X, was.X-is.X, is.Y-was.Y, was.Y-is.Y)
						}
					}
					last = r.view.World.Ships
				}
				t.Logf("a ship moved at most %.1f units in a frame", float64(farthest)/game.One)
				if top := int32(8 * game.One); farthest > top || farthest == 0 { // the fastest fly 4.5
					r.Errorf("a ship moved %d/256 units in a frame", farthest)
				}
			})
		})
	}
}
