package gateway

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dogfight/game"
	dogfight "dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/warworlds"
	"dogfight/testkit"
)

// One client of each dialect joins a lobby. The match starts, and ends, and a match in teams follows.
func TestPlayersOfAllDialectsPlaySeveralMatches(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	lobby := duelSetup(t)
	lobby.Lobby = true
	match := dogfight.FixedMatch(lobby, dogfight.MatchOptions{Mode: game.Teams, Arena: "duel"}, 0)
	match.Fixed = false
	r := newRig(t, dogfight.HostConfig{}, match)
	var players []*regular
	for _, name := range Names() {
		players = append(players, &regular{guest: r.connects(r.open(name + "=:0"))})
	}
	for _, p := range players {
		if racer, ok := p.guest.(*racing); ok {
			racerReceives(racer, &racer.welcome)
			racer.opens("tcp")
			racer.sends(&lightracer.Ready{}) // the only dialect with a message for it
		}
	}
	r.waits("that all are ready", func(w *game.World) bool { return w.Status == game.InProgress && ships(w) == len(players) })
	for _, p := range players {
		if _, ok := p.guest.(*racing); !ok {
			r.boards(p.guest)
		}
		p.begin()
		defer p.leave()
		defer p.stop()
	}
	r.follows(players, "of the first match")
	if err := r.host.Finish(); err != nil {
		t.Fatal(err)
	}
	r.waitsForTheEnd()
	r.waits("teams", func(w *game.World) bool {
		sizes := map[uint8]int{}
		for i := range w.Ships {
			if w.Ships[i].State == game.Flying {
				sizes[w.Ships[i].Team]++
			}
		}
		return w.Status == game.InProgress && sizes[1] == len(players)/2 && sizes[2] == len(players)/2
	})
	r.follows(players, "of the next match")
}

// follows waits until all of them have seen much more of their own ships.
func (r *rig) follows(players []*regular, what string) {
	r.Helper()
	var before []int64
	for _, p := range players {
		before = append(before, p.flown.Load())
	}
	r.waits("that all have news "+what, func(*game.World) bool {
		for i, p := range players {
			if p.stopped.Load() {
				r.Fatalf("%s waits for news %s and has stopped: %v", p.name, what, p.err)
			}
			if p.flown.Load() < before[i]+15 {
				return false
			}
		}
		return true
	})
}

// fierceSetup is a match with short lives: all ships are always in each other's line of fire.
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

// Eight pilots: a bot, one with our own protocol, and one of each dialect.
func TestPilotsOfAllProtocolsFightInOneMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(fierceSetup(t), dogfight.MatchOptions{Bots: 1, Skill: 3}, 0))
	hunters := r.allComers()
	ctx, stop := context.WithCancel(context.Background())
	var hunting sync.WaitGroup
	for _, h := range hunters {
		hunting.Go(func() { h.hunt(ctx) })
	}
	tally := r.watch(3*testkit.Limit, func(deeds map[string]deed) bool {
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
	native := dogfight.NewClient(dogfight.ClientConfig{Name: "native", Dial: func() link.Link { return r.dial("memory") }})
	add("native", &nativePilot{Client: native})
	add("dogfight-1", r.spaceman(r.open("dogfight=:0")))
	add("carnage", r.carnage(r.open("carnage=:0"), "carnage"))
	c := r.commander(r.open("warworlds=:0"))
	c.asks()
	c.colour = commanderReceives[*warworlds.JoinResponse](c).YourColour
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

// deed has the results of a pilot in the host's World.
type deed struct {
	hits, deaths int
	score        int32
}

// watch waits until a condition holds for the deeds, and returns them.
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
	a, err := r.host.Attendance()
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

// comparesScores stops all pilots, and compares the scores of those with a protocol that sends them.
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

func TestChatReachesAllProtocols(t *testing.T) {
	t.Parallel()
	r := newRig(t, dogfight.HostConfig{})
	native := dogfight.NewClient(dogfight.ClientConfig{Name: "Zoë", Dial: func() link.Link { return r.dial("memory") }})
	defer native.Leave()
	var heard []string // received by her
	known := 0         // pilots, as received by her
	frame := func(*game.World) bool {
		v := native.Frame(time.Now(), 0)
		known = len(v.Roster)
		for _, line := range v.Chat {
			heard = append(heard, line.From+": "+line.Text)
		}
		return false
	}
	receives := func(text string) {
		t.Helper()
		r.waits(text, func(w *game.World) bool { return frame(w) || slices.Contains(heard, text) })
	}
	r.waits("her ship", func(w *game.World) bool { return frame(w) || ships(w) == 1 })
	racer := r.race(r.open("lightracer=:0"), "Bob; 7 Eve")
	commander := r.commander(r.open("warworlds=:0"))
	commander.sends(&warworlds.JoinRequest{UserID: 1})
	commanderReceives[*warworlds.JoinResponse](commander)
	r.waits("that she knows all", func(w *game.World) bool { return frame(w) || known == 3 })

	racer.sends(&lightracer.Say{Text: "hello; all"})
	receives("Bob; 7 Eve: hello; all")
	commander.receivesChat("Bob; 7 Eve: hello; all")
	commander.sends(&warworlds.Chat{Text: "héllo"})
	receives("warworlds-1: héllo")
	racer.receivesChat("héllo")
	native.Say("hi")
	frame(nil)
	racer.receivesChat("hi")
	commander.receivesChat("Zoë: hi")

	all, err := r.host.Pilots()
	if err != nil || len(all) != 3 || all[1].Name != "Bob; 7 Eve" || all[2].Name != "warworlds-1" {
		t.Fatalf("%+v, %v", all, err)
	}
	r.host.Mute(all[1].ID, true)
	racer.receivesChat("the host has muted you: no one sees your chat")
	racer.sends(&lightracer.Say{Text: "nobody receives this"})
	racer.sends(&lightracer.Say{Text: "nor this"})
	commander.sends(&warworlds.Chat{Text: "after that"})
	racer.receivesChat("after that") // so the host has the earlier chat
	receives("warworlds-1: after that")
	if slices.Contains(heard, "Bob; 7 Eve: nobody receives this") {
		t.Error("a muted racer's chat is sent")
	}
}

func (c *commander) receivesChat(text string) {
	c.t.Helper()
	for commanderReceives[*warworlds.Chat](c).Text != text {
	}
}

// receivesEnding is receivesChat for a pilot that may be new: then the name is unknown.
func (c *commander) receivesEnding(text string) {
	c.t.Helper()
	for !strings.HasSuffix(commanderReceives[*warworlds.Chat](c).Text, text) {
	}
}

func (c *racing) receivesChat(text string) {
	c.t.Helper()
	for m := (lightracer.Chat{}); !strings.HasSuffix(m.Text, text); { // the name is before it until the racer knows the pilot
		racerReceives(c, &m)
	}
}
