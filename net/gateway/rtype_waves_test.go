package gateway

import (
	"slices"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/proto/dialect/rtype"
	"dogfight/testkit"
)

// A pilot that never fires meets the waves of the game that its protocol is of, alone, until it has lost all its lives.
func TestAnRTypePilotIsToldOfItsHitsAndOfTheEndOfItsLives(t *testing.T) {
	if !*long {
		t.Skip("half a minute of real time; runs with -long. In virtual time TestInWavesDronesAreEnemiesHitsAreToldAndTheLossIsGameOver of proto/dialect/rtype holds the same")
	}
	t.Parallel()
	s := duelSetup(t)
	s.Mode = game.Waves
	if err := assets.AddCampaign(s, ""); err != nil {
		t.Fatal(err)
	}
	lancer := uint8(slices.IndexFunc(s.Classes, func(c game.Class) bool { return c.Name == "lancer" }))
	s.Campaign.Waves = []game.Wave{{Title: "Lancers", Groups: []game.Group{
		{Class: lancer, Count: 30, Gap: 8, Path: []game.Corner{{X: 0, Y: 500}, {X: 500, Y: 500}}, End: game.Hunts},
		{Class: lancer, Count: 30, Gap: 8, Path: []game.Corner{{X: 1000, Y: 500}, {X: 500, Y: 500}}, End: game.Hunts},
	}}}
	r := newRig(t, dogfight.HostConfig{Results: testkit.Limit}, dogfight.FixedMatch(s, dogfight.MatchOptions{Mode: game.Waves}, 0))
	c := r.rtype(r.open("rtype=:0"), 0)
	c.flies()
	hits := 0
	for over := false; !over; {
		p := c.hearsAny()
		var damage rtype.DamageEvent
		var signal rtype.Signal
		switch {
		case damage.Parse(p, c.wire) == nil && damage.ID == c.id:
			hits += int(damage.Amount)
		case signal.Parse(p, c.wire) == nil:
			over = signal.Type == rtype.GameOverType
		default:
			c.hold(game.Steer(game.Idle)) // it is there
		}
	}
	r.waits("that no life is left", func(w *game.World) bool {
		return w.Status == game.Closed && w.Assault.Wave == 1 && w.Assault.Lives == 0
	})
	if lives := 4; hits < lives {
		t.Errorf("%d points of damage were told, expected one at least for each of %d lives", hits, lives)
	}
}

// hearsAny returns the next packet, whatever it is.
func (c *rtypeClient) hearsAny() []byte {
	c.t.Helper()
	c.SetReadDeadline(time.Now().Add(testkit.Limit))
	b := make([]byte, 2048)
	n, err := c.Read(b)
	if err != nil {
		c.t.Fatal(err)
	}
	return b[:n]
}
