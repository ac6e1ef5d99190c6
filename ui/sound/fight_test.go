package sound_test

import (
	"context"
	"encoding/binary"
	"flag"
	"maps"
	"math"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/testkit"
	"dogfight/ui/sound"
)

var wavFile = flag.String("wav", "", "write the fight that is tested to this file")

// expected is an event of a fight, its time, and the expected Cue.
type expected struct {
	at     time.Duration
	effect sound.Effect
}

// listener collects the events of a fight and its sound.
type listener struct {
	recording
	events []expected
	second game.Tick // of the count-down, the last event
	seen   bool      // the match
}

// TestTheSoundOfAFightHasItsEvents renders a fight and searches the sound for its events. At other
// times they are not found, or it would find anything anywhere: without -long, a third of them.
func TestTheSoundOfAFightHasItsEvents(t *testing.T) {
	if testkit.Race() {
		t.Skip("the race detector makes it a minute, and nothing here is shared")
	}
	t.Parallel()
	var l listener
	f := fight{arena: "duel", bots: 3, lasts: 93 * time.Second, limit: 90 * game.TickRate}
	f.play(t, func(at time.Duration, v *net.View, cues []sound.Cue) {
		l.until(at)
		l.note(v, at)
		for _, c := range cues {
			l.mixer.Play(c)
		}
	})
	l.until(f.lasts)
	if *wavFile != "" {
		if err := os.WriteFile(*wavFile, wav(l.bytes), 0o644); err != nil {
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
			t.Errorf("no event sounds like %s: the fight shows too little", names[e])
		}
	}
	if most := rareEarly.all / 3; rareEarly.found > most || rareLate.found > most {
		t.Errorf("of %d events that are rare, %d were found 3.3 s too early and %d 0.24 s too late: expected %d at most",
			rareEarly.all, rareEarly.found, rareLate.found, most)
	}
	if c := early[sound.Cannon]; c.found*100 > c.all*70 {
		t.Errorf("of %d shots, %d were found 3.3 s too early", c.all, c.found)
	}
}

// names are the names of effects.
var names = map[sound.Effect]string{
	sound.Cannon: "cannon", sound.Hurt: "hurt", sound.Struck: "struck", sound.Death: "death", sound.Explosion: "explosion",
	sound.Blast: "blast", sound.Heal: "heal", sound.Ammo: "ammo", sound.Boost: "boost",
	sound.Kill: "kill", sound.Start: "start", sound.Count: "count", sound.LastCount: "last count", sound.Defeat: "defeat", sound.Victory: "victory",
}

// pickUps are the effects of items.
var pickUps = map[game.ItemKind]sound.Effect{
	game.HPPlusOne: sound.Heal, game.HPPlusThree: sound.Heal, game.AmmoPlusOne: sound.Ammo,
	game.ShieldItem: sound.Shield, game.OverdriveItem: sound.Overdrive, game.OrbItem: sound.Orb,
	game.CloakItem: sound.Overdrive, game.SeekerItem: sound.Ammo, game.ShockItem: sound.Shield,
}

// audible is within how many units of the own ship something cannot be missed.
const audible = 80

// note stores the events of a View that must be audible: those of the local player's ship, and near it.
func (l *listener) note(v *net.View, at time.Duration) {
	expect := func(e sound.Effect) { l.events = append(l.events, expected{at, e}) }
	if v.World == nil || v.Me < 0 {
		return
	}
	if !l.seen && v.World.Status == game.InProgress {
		l.seen = true
		expect(sound.Start)
	}
	l.noteClock(v, expect)
	me, own := uint8(v.Me), &v.World.Ships[v.Me]
	for _, ev := range v.Events {
		switch {
		case ev.Slot != me:
		case ev.Kind == game.EventShot:
			expect(sound.Cannon)
		case ev.Kind == game.EventBoost:
			expect(sound.Boost)
		}
	}
	for _, ev := range v.Decided {
		near := math.Hypot(float64(ev.X-own.X), float64(ev.Y-own.Y)) < audible*game.One
		switch {
		case ev.Kind == game.EventClose:
			expect(map[bool]sound.Effect{true: sound.Victory, false: sound.Defeat}[v.Setup.Winner(v.World).Includes(me, 0)])
		case ev.Kind == game.EventHit && ev.Slot == me:
			expect(sound.Hurt)
		case ev.Kind == game.EventHit && ev.By == me && near:
			expect(sound.Struck)
		case ev.Kind == game.EventKill && ev.Slot == me:
			expect(sound.Death)
		case ev.Kind == game.EventKill && ev.By == me:
			expect(sound.Kill)
		case ev.Kind == game.EventKill && near:
			expect(sound.Explosion)
		case ev.Kind == game.EventBlast && near:
			expect(sound.Blast)
		case ev.Kind == game.EventPickup && ev.Slot == me:
			expect(pickUps[game.ItemKind(ev.What)])
		}
	}
}

// noteClock notes the seconds that are counted down.
func (l *listener) noteClock(v *net.View, expect func(sound.Effect)) {
	second := (v.World.TimeLeft(v.Setup) + game.TickRate - 1) / game.TickRate
	if second != l.second && second > 0 && second <= 10 {
		if l.second = second; second <= 3 {
			expect(sound.LastCount)
		} else {
			expect(sound.Count)
		}
	}
}

// fight is a match of bots in virtual time; one of them flies for the local player.
type fight struct {
	arena      string
	bots       int
	lasts      time.Duration
	limit      game.Tick // of the match
	weapon     string    // the player's
	conditions link.Conditions
}

// frameTime is how often the player's screen is drawn.
const frameTime = time.Second / 60

// play runs the fight and calls each with the time, View and Cues of each frame.
func (f fight) play(t *testing.T, each func(at time.Duration, v *net.View, cues []sound.Cue)) {
	synctest.Test(t, func(t *testing.T) {
		arena, err := assets.Arena(f.arena)
		if err != nil {
			t.Fatal(err)
		}
		setup := &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons(), TimeLimit: f.limit}
		host := net.NewHost(net.HostConfig{BotNames: []string{"Bot"}}, net.FixedMatch(setup, net.MatchOptions{Bots: f.bots, Skill: 3}, 4))
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			host.Run(ctx)
		}()
		client := net.NewClient(net.ClientConfig{Name: "Ann", Weapon: f.weapon, Dial: func() link.Link {
			near, far := link.PipeOf(link.Here, "")
			there, back := f.conditions, f.conditions
			there.Seed, back.Seed = 1, 2
			host.Add(link.Lossy(far, there))
			return link.Lossy(near, back)
		}})
		f.fly(client, each)
		stop()
		<-ended
	})
}

func (f fight) fly(client *net.Client, each func(time.Duration, *net.View, []sound.Cue)) {
	time.Sleep(frameTime / 3) // no frame falls on a tick: which of both came first would be left to chance
	var effects sound.Ear
	pilot, fingers := bot.New(4, 9), bot.Fingers{Chance: game.NewChance(9)}
	view, began := &net.View{Me: -1}, time.Now()
	for time.Since(began) < f.lasts {
		var in game.Input
		place := game.Point{}
		if view.World != nil && view.Me >= 0 {
			in = fingers.Press(pilot.Fly(view.World, view.Setup, view.Me))
			ship := &view.World.Ships[view.Me]
			place = game.Point{X: ship.X, Y: ship.Y}
		}
		view = client.Frame(time.Now(), in)
		each(time.Since(began), view, effects.Hear(view, place))
		time.Sleep(frameTime)
	}
}

// recording is the output of a Mixer so far.
type recording struct {
	mixer sound.Mixer
	bytes []byte
}

// until mixes all that is due at a time.
func (r *recording) until(at time.Duration) {
	for time.Duration(len(r.bytes)/sound.FrameBytes)*time.Second/sound.Rate < at {
		r.mixer.SetVolume(100)
		r.bytes = append(r.bytes, make([]byte, sound.BlockBytes)...)
		r.mixer.Mix(r.bytes[len(r.bytes)-sound.BlockBytes:])
	}
}

// mono returns the sum of both sides, high-passed: otherwise rumble would cover the rest.
func (r *recording) mono() []float64 {
	both := make([]float64, len(r.bytes)/sound.FrameBytes)
	last := 0.0
	for i := range both {
		left := int16(binary.LittleEndian.Uint16(r.bytes[sound.FrameBytes*i:]))
		right := int16(binary.LittleEndian.Uint16(r.bytes[sound.FrameBytes*i+2:]))
		sum := float64(left) + float64(right)
		both[i], last = sum-0.95*last, sum
	}
	return both
}

// tolerance is how far from its time an event may be found.
const tolerance = 80 * time.Millisecond

// tally counts events, and those among them that were found.
type tally struct{ found, all int }

func (t *tally) add(other tally) {
	t.found += other.found
	t.all += other.all
}

// findAll counts the events of each effect that are found, all looked for so much later than they were.
func findAll(mono []float64, events []expected, later time.Duration) map[sound.Effect]tally {
	counts := map[sound.Effect]tally{}
	filters := map[sound.Effect]filter{}
	for _, ev := range events {
		f, ok := filters[ev.effect]
		if !ok {
			f = newFilter(ev.effect)
			filters[ev.effect] = f
		}
		n := counts[ev.effect]
		n.all++
		if f.finds(mono, ev.at+later) {
			n.found++
		}
		counts[ev.effect] = n
	}
	return counts
}

// filter is the matched filter of an effect.
type filter struct {
	samples []float64
	energy  float64
}

// filterTime is the length of a filter: the beginning of an effect is its most typical part.
const filterTime = 60 * time.Millisecond

// likeEnough is the least share of an effect. Something vital halves near sounds, and a crowd reduces them more.
const likeEnough = 0.35

func newFilter(e sound.Effect) filter {
	var alone recording
	alone.until(1) // a block, in which it gets loud
	alone.mixer.Play(sound.Cue{Effect: e, Gain: 1})
	alone.until(filterTime)
	f := filter{samples: alone.mono()[sound.BlockFrames:]}
	for _, s := range f.samples {
		f.energy += s * s
	}
	return f
}

// finds reports whether enough of the effect is somewhere within the tolerance of a time. It looks at that time first, where the
// effect is as a rule.
func (f *filter) finds(mono []float64, at time.Duration) bool {
	first, last := max(frame(at-tolerance), 0), min(frame(at+tolerance), len(mono)-len(f.samples))
	middle := frame(at)
	for off := 0; middle-off >= first || middle+off <= last; off++ {
		for _, i := range [2]int{middle + off, middle - off} {
			if i >= first && i <= last && f.isAt(mono[i:]) {
				return true
			}
		}
	}
	return false
}

// isAt reports whether a sound begins with enough of the effect.
func (f *filter) isAt(mono []float64) bool {
	there := mono[:len(f.samples)]
	var both [4]float64 // which a processor adds up side by side
	k := 0
	for ; k+4 <= len(f.samples); k += 4 {
		both[0] += f.samples[k] * there[k]
		both[1] += f.samples[k+1] * there[k+1]
		both[2] += f.samples[k+2] * there[k+2]
		both[3] += f.samples[k+3] * there[k+3]
	}
	for ; k < len(f.samples); k++ {
		both[0] += f.samples[k] * there[k]
	}
	return both[0]+both[1]+both[2]+both[3] > likeEnough*f.energy
}

func frame(at time.Duration) int { return int(at * sound.Rate / time.Second) }

// TestPredictedEventsSoundOnce flies over a bad line, where much is predicted that comes otherwise, and
// compares the sound with the host's decisions.
func TestPredictedEventsSoundOnce(t *testing.T) {
	sounded, decided := map[sound.Effect]int{}, map[game.EventKind]int{}
	var rollbacks uint64
	var lastShot, lastBurn time.Duration
	fromEvents := 0 // the local player's shots, from Events
	f := fight{
		arena: "duel", bots: 3, lasts: 60 * time.Second, weapon: "cannon",
		conditions: link.Conditions{Delay: 60 * time.Millisecond, Jitter: 40 * time.Millisecond, Loss: 0.05},
	}
	f.play(t, func(at time.Duration, v *net.View, cues []sound.Cue) {
		rollbacks = v.Lag.Rollbacks
		shots := 0
		for _, c := range cues {
			sounded[c.Effect]++
			switch {
			case c.Effect == sound.Cannon && c.Gain == 1 && c.Pan == 0: // no other is so near
				if at-lastShot < 50*time.Millisecond && lastShot > 0 {
					t.Errorf("after %v a shot sounded %v after another", at, at-lastShot)
				}
				lastShot = at
				shots++
			case c.Effect == sound.Boost:
				if at-lastBurn < time.Second && lastBurn > 0 {
					t.Errorf("after %v a burn sounded %v after another", at, at-lastBurn)
				}
				lastBurn = at
			}
		}
		sounded[sound.Silence] += shots
		for _, ev := range v.Events {
			if int(ev.Slot) == v.Me && ev.Kind == game.EventShot {
				fromEvents++
			}
		}
		for _, ev := range v.Decided {
			if int(ev.Slot) == v.Me {
				decided[ev.Kind]++
			}
		}
	})
	t.Logf("%d roll-backs; the local shots: %d decided, %d in events, %d sounded", rollbacks, decided[game.EventShot], fromEvents, sounded[sound.Silence])
	if rollbacks < 50 {
		t.Errorf("%d roll-backs: the line is too good to show anything", rollbacks)
	}
	if is, was := sounded[sound.Silence], decided[game.EventShot]; is*100 < was*85 || is*100 > was*110 {
		t.Errorf("%d shots sounded of %d", is, was)
	}
	for effect, kind := range map[sound.Effect]game.EventKind{sound.Hurt: game.EventHit, sound.Death: game.EventKill, sound.Spawn: game.EventSpawn} {
		if sounded[effect] != decided[kind] || decided[kind] == 0 {
			t.Errorf("event %d: %d sounded of %d", kind, sounded[effect], decided[kind])
		}
	}
}

// wav returns a file with PCM from a Mixer.
func wav(pcm []byte) []byte {
	file := make([]byte, 0, 44+len(pcm))
	file = append(file, "RIFF"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(36+len(pcm)))
	file = append(file, "WAVEfmt "...)
	file = binary.LittleEndian.AppendUint32(file, 16) // bytes of this chunk
	file = binary.LittleEndian.AppendUint16(file, 1)  // PCM
	file = binary.LittleEndian.AppendUint16(file, sound.Channels)
	file = binary.LittleEndian.AppendUint32(file, sound.Rate)
	file = binary.LittleEndian.AppendUint32(file, sound.Rate*sound.FrameBytes)
	file = binary.LittleEndian.AppendUint16(file, sound.FrameBytes)
	file = binary.LittleEndian.AppendUint16(file, 16) // bits of a sample
	file = append(file, "data"...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(pcm)))
	return append(file, pcm...)
}
