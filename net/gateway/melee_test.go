package gateway

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
)

// fierceSetup is a match in which no ship lives long: all are always in each other's line of fire.
func fierceSetup(t testing.TB) *game.Setup {
	s := duelSetup(t)
	var err error
	edge := strings.Repeat(".", 24)
	if s.Arena, err = game.ParseArena("lane", edge+"\n"+strings.Repeat(".@.", 8)+"\n"+edge); err != nil {
		t.Fatal(err)
	}
	s.Classes = []game.Class{s.Classes[0]}
	s.Classes[0].HP = 2
	s.Weapons = s.Weapons[:1]
	return s
}

// Eight pilots, of which one is a bot, one speaks our own protocol, and the others one
// dialect each.
func TestPilotsOfAllProtocolsFightInOneMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, net.HostConfig{}, net.FixedMatch(fierceSetup(t), net.MatchOptions{Bots: 1, Skill: 3}, 0))
	hunters := r.allComers()
	ctx, stop := context.WithCancel(context.Background())
	var hunting sync.WaitGroup
	for _, h := range hunters {
		hunting.Go(func() { h.hunt(ctx) })
	}
	tally := r.watch(90*time.Second, func(deeds map[string]deed) bool {
		for _, h := range hunters {
			if d := deeds[h.name]; !h.content() || d.hits == 0 || d.deaths == 0 {
				return false
			}
		}
		return true
	})
	for _, h := range hunters {
		if d := tally[h.name]; h.err != nil || !h.sawOne || !h.died || !h.back || d.hits == 0 || d.deaths == 0 {
			t.Errorf("%s: %+v; saw another move: %v, was told of death: %v and return: %v, %v", h.name, d, h.sawOne, h.died, h.back, h.err)
		}
	}
	r.comparesScores(hunters)
	stop()
	hunting.Wait()
	r.waits("that all have left", func(w *game.World) bool { return ships(w) == 1 })
}

// allComers joins by every protocol.
func (r *rig) allComers() (all []*hunter) {
	add := func(name string, p pilot) {
		all = append(all, &hunter{pilot: p, name: name, axes: name == "dogfight-1"})
	}
	native := net.NewClient(net.ClientConfig{Name: "native", Dial: func() link.Link { return r.dial("memory") }})
	add("native", &nativePilot{Client: native})
	add("dogfight-1", r.spaceman(r.open("dogfight=:0")))
	add("carnage", r.carnage(r.open("carnage=:0"), "carnage"))
	c := r.commander(r.open("warworlds=:0"))
	c.asks()
	c.colour = commanderHears[*warworlds.JoinResponse](c).YourColour
	add("warworlds-1", c)
	racer := r.race(r.open("lightracer=:0"), "racer")
	racer.opens("tcp")
	add("racer", racer)
	for _, flavour := range []string{"rtype", "rtype-code"} {
		c := r.rtype(r.open(flavour+"=:0"), 0)
		c.flies()
		add(flavour+"-1", c)
	}
	return all
}

// deed is what a pilot has done in the host's World.
type deed struct {
	hits, deaths int
	score        int32
}

// watch waits until something holds of what the host has seen, and returns that.
func (r *rig) watch(most time.Duration, until func(map[string]deed) bool) map[string]deed {
	r.Helper()
	for late := time.Now().Add(most); ; time.Sleep(50 * time.Millisecond) {
		deeds := r.deeds()
		if until(deeds) || time.Now().After(late) {
			return deeds
		}
	}
}

func (r *rig) deeds() map[string]deed {
	a, err := r.host.Who()
	if err != nil {
		r.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	deeds := map[string]deed{}
	for i, p := range a.Pilots {
		if p.Slot < game.MaxShips {
			deeds[p.Name] = deed{r.hits[p.Slot], int(r.world.Ships[p.Slot].Deaths), a.Scores[i]}
		}
	}
	return deeds
}

// comparesScores has all pilots stop, and asks those whose protocol tells of scores.
func (r *rig) comparesScores(hunters []*hunter) {
	r.Helper()
	for _, h := range hunters {
		h.mu.Lock()
		h.calm = true
		h.mu.Unlock()
	}
	agree := func() (wrong []string) {
		deeds := r.deeds()
		for _, h := range hunters {
			if s, ok := h.pilot.(interface{ scored() int32 }); ok && s.scored() != deeds[h.name].score {
				wrong = append(wrong, h.name)
			}
		}
		return wrong
	}
	wrong := agree()
	for late := time.Now().Add(testkit.Limit); len(wrong) > 0 && time.Now().Before(late); wrong = agree() {
		time.Sleep(50 * time.Millisecond)
	}
	if len(wrong) > 0 {
		r.Errorf("they have other scores than the host: %s", strings.Join(wrong, ", "))
	}
}
