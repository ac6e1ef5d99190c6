package sound_test

import (
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/sound"
)

var wavFile = flag.String("wav", "", "write the fight that is tested to this file")

// told is an event of a fight, when it was told, and what it is to sound like.
type told struct {
	at     time.Duration
	effect sound.Effect
}

// listener collects what a fight tells, and what it sounds like.
type listener struct {
	recording
	events []told
	second game.Tick // of the last ten, that was told last
	seen   bool      // the match
}

// TestEventsOfAFightAreHeardWhenTheyHappen renders a fight and looks for its events in what was rendered. Looked for at other
// times they are not found, or it would find anything anywhere: without -long, a third of them.
func TestEventsOfAFightAreHeardWhenTheyHappen(t *testing.T) {
	if sound.UnderRace {
		t.Skip("the race detector makes it a minute, and nothing here is shared")
	}
	t.Parallel()
	var l listener
	f := fight{arena: "duel", bots: 3, lasts: 93 * time.Second, limit: 90 * game.TickRate}
	f.hear(t, func(at time.Duration, v *net.View, cues []sound.Cue) {
		l.until(at)
		l.note(v, at)
		for _, c := range cues {
			l.mixer.Play(c)
		}
	})
	l.until(f.lasts)
	if *wavFile != "" {
		if err := os.WriteFile(*wavFile, sound.WAV(l.bytes), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	pcm := l.mono()
	found := findAll(pcm, l.events, 0)
	control := l.events
	if !*sound.Long {
		control = nil
		for i := 0; i < len(l.events); i += 6 {
			control = append(control, l.events[i])
		}
	}
	early, late := findAll(pcm, control, -3300*time.Millisecond), findAll(pcm, control, 240*time.Millisecond)
	var all, rareEarly, rareLate tally
	for _, e := range slices.Sorted(maps.Keys(found)) {
		name := names[e]
		if name == "" {
			name = "item" // of a kind that not every fight has
		}
		t.Logf("%-10s found %3d of %3d within %v; looked for 3.3 s too early %3d, 0.24 s too late %3d",
			name, found[e].found, found[e].all, tolerance, early[e].found, late[e].found)
		if found[e].found*2 < found[e].all {
			t.Errorf("%s: found %d of %d", name, found[e].found, found[e].all)
		}
		all.add(found[e])
		if e != sound.Cannon { // of which there is another nearly everywhere
			rareEarly.add(early[e])
			rareLate.add(late[e])
		}
	}
	if all.found*100 < all.all*97 {
		t.Errorf("found %d of %d events, expected 97 %%", all.found, all.all)
	}
	for _, e := range []sound.Effect{sound.Start, sound.Cannon, sound.Hurt, sound.Struck, sound.Death, sound.Count, sound.LastCount} {
		if found[e].all == 0 {
			t.Errorf("nothing was told that sounds like %s: the fight shows too little", names[e])
		}
	}
	if most := rareEarly.all / 4; rareEarly.found > most || rareLate.found > most {
		t.Errorf("of %d events that are rare, %d were found 3.3 s too early and %d 0.24 s too late: expected %d at most",
			rareEarly.all, rareEarly.found, rareLate.found, most)
	}
	if c := early[sound.Cannon]; c.found*100 > c.all*70 {
		t.Errorf("of %d shots, %d were found 3.3 s too early", c.all, c.found)
	}
}

// names are what the effects are called that have one.
var names = map[sound.Effect]string{
	sound.Cannon: "cannon", sound.Hurt: "hurt", sound.Struck: "struck", sound.Death: "death", sound.Explosion: "explosion",
	sound.Blast: "blast", sound.Heal: "heal", sound.Ammo: "ammo", sound.Boost: "boost",
	sound.Kill: "kill", sound.Start: "start", sound.Count: "count", sound.LastCount: "last count", sound.Defeat: "defeat", sound.Victory: "victory",
}

// pickUps are by what is picked up.
var pickUps = map[game.ItemKind]sound.Effect{
	game.HPPlusOne: sound.Heal, game.HPPlusThree: sound.Heal, game.AmmoPlusOne: sound.Ammo,
	game.ShieldItem: sound.Shield, game.OverdriveItem: sound.Overdrive, game.OrbItem: sound.Orb,
	game.CloakItem: sound.Overdrive, game.SeekerItem: sound.Ammo, game.ShockItem: sound.Shield,
}

// audible is within how many units of the own ship something cannot be missed.
const audible = 80

// note notes what a View tells that the player cannot miss: what the own ship does and takes, and what happens near it.
func (l *listener) note(v *net.View, at time.Duration) {
	tell := func(e sound.Effect) { l.events = append(l.events, told{at, e}) }
	if v.World == nil || v.Me < 0 {
		return
	}
	if !l.seen && v.World.Status == game.InProgress {
		l.seen = true
		tell(sound.Start)
	}
	l.noteClock(v, tell)
	me, own := uint8(v.Me), &v.World.Ships[v.Me]
	for _, ev := range v.Events {
		switch {
		case ev.Slot != me:
		case ev.Kind == game.EventShot:
			tell(sound.Cannon)
		case ev.Kind == game.EventBoost:
			tell(sound.Boost)
		}
	}
	for _, ev := range v.Decided {
		near := math.Hypot(float64(ev.X-own.X), float64(ev.Y-own.Y)) < audible*game.One
		switch {
		case ev.Kind == game.EventClose:
			tell(map[bool]sound.Effect{true: sound.Victory, false: sound.Defeat}[v.Setup.Winner(v.World).Includes(me, 0)])
		case ev.Kind == game.EventHit && ev.Slot == me:
			tell(sound.Hurt)
		case ev.Kind == game.EventHit && ev.By == me && near:
			tell(sound.Struck)
		case ev.Kind == game.EventKill && ev.Slot == me:
			tell(sound.Death)
		case ev.Kind == game.EventKill && ev.By == me:
			tell(sound.Kill)
		case ev.Kind == game.EventKill && near:
			tell(sound.Explosion)
		case ev.Kind == game.EventBlast && near:
			tell(sound.Blast)
		case ev.Kind == game.EventPickup && ev.Slot == me:
			tell(pickUps[game.ItemKind(ev.What)])
		}
	}
}

// noteClock notes the seconds that are counted down.
func (l *listener) noteClock(v *net.View, tell func(sound.Effect)) {
	second := (v.World.TimeLeft(v.Setup) + game.TickRate - 1) / game.TickRate
	if second != l.second && second > 0 && second <= 10 {
		if l.second = second; second <= 3 {
			tell(sound.LastCount)
		} else {
			tell(sound.Count)
		}
	}
}
