package play

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/proto"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

func TestTopLineShowsPlaceScoreTimeLeaderAndLag(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.Setup.TimeLimit = 5 * 60 * game.TickRate
	v.World.Tick = 88*game.TickRate + 1
	v.World.Ships[0].Score = 42
	v.World.Ships[1].Score = 60
	v.Lag = net.Lag{RTT: 38 * time.Millisecond, Transport: "tls"}
	got := strings.Join(strings.Fields(drawn(t, v).row(0)), " ")
	if want := "2nd/3 42 points 3:32 Rex 60 38 ms"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPilotsOfOneScoreShareThePlace(t *testing.T) {
	v := playtest.View("Nova", "Rex", "Vega")
	v.World.Ships[2].Deaths = 3
	for me := range 3 {
		v.Me = me
		if got := drawn(t, v).row(0); !strings.HasPrefix(got, " =1st/3") {
			t.Errorf("slot %d: got %q", me, got)
		}
	}
}

func TestNoPlayerLeadsBeforeThereArePoints(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.World.Ships[0].Deaths = 1
	if got := drawn(t, v).row(0); strings.Contains(got, "Rex") {
		t.Errorf("got %q", got)
	}
}

func TestTopLineOfTeamsShowsBothScores(t *testing.T) {
	v := playtest.View("Nova", "Rex")
	v.Setup.Mode = game.Teams
	v.World.Ships[0].Team, v.World.Ships[1].Team = 1, 2
	v.World.TeamScores = [game.MaxTeams + 1]int32{0, 30, 45}
	if got := drawn(t, v).row(0); !strings.HasPrefix(got, " team A 30◄ ") || !strings.HasSuffix(got, " team B 45") {
		t.Errorf("got %q", got)
	}
}

func TestBottomLineShowsHealthShotsTimersAndKit(t *testing.T) {
	v := playtest.View("Nova")
	ship := &v.World.Ships[0]
	ship.HP, ship.Live, ship.Extra = 3, 0b101, 1
	ship.Shield, ship.Hits, ship.Overdrive = 7*game.TickRate, 2, 4*game.TickRate+1
	ship.Class, ship.Weapon = 0, 0
	s, term := New(Options{}), newTerminal(t, 80, 24)
	s.keys.used = hud.Used{Steering: true, Fire: true, Boost: true, Watching: true} // or key hints show
	show(s, term, v, playtest.Noon)
	got := strings.Join(strings.Fields(term.row(23)), " ")
	if want := "♥ ▊▊▊▁▁ • ▊▊▊▊▁▁ boost ██████ shield 7 overdrive 5 Fighter · Cannon"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestManyHPAreOneHeartAndANumber(t *testing.T) {
	v := playtest.View("Nova")
	v.World.Ships[0].HP = 11
	drawn(t, v).shows(t, "♥11/5")
}

func TestArrowsPointToEnemiesOutOfSight(t *testing.T) {
	for _, test := range []struct {
		x, y  int32
		arrow string
	}{{2000, 600, "►"}, {100, 600, "◄"}, {1000, 100, "▲"}, {1000, 1100, "▼"}} {
		v := playtest.View("Nova", "Rex")
		playtest.Wide(v.Setup.Arena, 300, 200)
		v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1000), playtest.Unit(600)
		v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(test.x), playtest.Unit(test.y)
		drawn(t, v).shows(t, test.arrow)
		v.World.Ships[1].X, v.World.Ships[1].Y = playtest.Unit(1050), playtest.Unit(600)
		drawn(t, v).hides(t, test.arrow)
	}
}

func TestALargeScreenHasAPanel(t *testing.T) {
	large, small := newTerminal(t, 100, 30), newTerminal(t, 99, 30)
	v := wideView("Nova", "Rex")
	show(New(Options{}), large, v, playtest.Noon)
	show(New(Options{}), small, v, playtest.Noon)
	large.shows(t, " pilots ─", "=1 ▌ Nova", " events ─")
	small.hides(t, "pilots")
	show(New(Options{LowBandwidth: true}), large, v, playtest.Noon)
	large.hides(t, "pilots")
}

func TestALargerScreenShowsNoMoreOfTheArena(t *testing.T) {
	for _, width := range []int{200, 240, 400} {
		s := New(Options{})
		show(s, newTerminal(t, width, 60), wideView("Nova"), playtest.Noon)
		if s.drawing.sheet.Width() != 160 {
			t.Errorf("%d columns: the field has %d", width, s.drawing.sheet.Width())
		}
	}
}

func TestAWidePanelHasTheTalk(t *testing.T) {
	v, term := wideView("Nova", "Rex"), newTerminal(t, 200, 60)
	v.Chat = []net.ChatLine{{From: "Rex", Slot: 1, Pilot: 1, Text: "behind you"}}
	show(New(Options{}), term, v, playtest.Noon)
	for y := range 60 {
		if at := strings.Index(term.row(y), "Rex: behind you"); at >= 0 && at < 160 {
			t.Errorf("row %d: the talk covers the field", y)
		}
	}
	term.shows(t, " chat ─", "Rex: behind you")
}

func TestArrowsAtTheEdgeDoNotTouch(t *testing.T) {
	v, term := wideView("Nova", "a", "b", "c", "d", "e", "f", "g"), newTerminal(t, 60, 20)
	for i := range 8 {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(1000), playtest.Unit(300)
	}
	v.World.Ships[0].Y = playtest.Unit(1000)
	show(New(Options{}), term, v, playtest.Noon)
	if n := strings.Count(term.row(1), "▲"); n != 6 {
		t.Errorf("expected 6 arrows in the uppermost row of the field, found %d:\n%s", n, term.text())
	}
	for _, word := range strings.Fields(strings.Map(func(r rune) rune {
		if r >= 0x2800 && r < 0x2900 { // a star
			return ' '
		}
		return r
	}, term.row(1))) {
		if word != "▲10" {
			t.Errorf("got %q, expected each arrow with its distance", word)
		}
	}
}

func TestArrowsInOneDirectionDoNotTouch(t *testing.T) {
	v := wideView(make([]string, 7)...)
	for i := range v.Roster[1:] {
		ship := &v.World.Ships[1+i]
		ship.X, ship.Y = playtest.Unit(1600+80*int32(i)), v.World.Ships[0].Y
	}
	term := drawn(t, v)
	for i := range 6 {
		term.shows(t, fmt.Sprintf("%d►", (600+80*i)/75+1))
	}
}

func TestArrowsAreApartFromThatOfTheGoal(t *testing.T) {
	v := inRound()
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(1400), playtest.Unit(200) // the zone is to the left, far away
	for i := int32(1); i <= 2; i++ {
		v.World.Ships[i].X, v.World.Ships[i].Y = playtest.Unit(1400-90*i), playtest.Unit(600)
	}
	touching := regexp.MustCompile(`[0-9]▼`)
	for x := int32(900); x < 1400; x += 10 {
		v.World.Zone.X, v.World.Zone.Y, v.World.Zone.Radius = playtest.Unit(x), playtest.Unit(700), playtest.Unit(60)
		term := drawn(t, v)
		if touching.MatchString(term.row(22)) {
			t.Fatalf("two arrows touch:\n%s", term.text())
		}
	}
}

func TestTimersReplaceTheKitAndAreNeverCut(t *testing.T) {
	v := playtest.View("Nova")
	ship := &v.World.Ships[0]
	ship.Class, ship.HP, ship.Extra = 2, 8, 3
	ship.Hits, ship.Shield, ship.Overdrive = 3, 10*game.TickRate, 10*game.TickRate
	for width, want := range map[int]string{60: " S 10 O 10", 80: " S 10 O 10 Bomber · Cannon", 100: " shield 10 overdrive 10 Bomber · Cannon"} {
		s, term := New(Options{}), newTerminal(t, width, 24)
		s.keys.used = hud.Used{Steering: true, Fire: true, Boost: true, Watching: true} // or key hints show
		show(s, term, v, playtest.Noon)
		row := term.row(23)
		if !strings.HasSuffix(strings.Join(strings.Fields(row), " "), want) {
			t.Errorf("%d columns: found %q, want %q at its end", width, row, want)
		}
	}
}

func TestEventsDoNotCoverTheTask(t *testing.T) {
	v, s, term := inRound(), New(Options{}), newTerminal(t, 60, 20)
	v.World.Ships[0].X = playtest.Unit(900) // outside the zone
	v.Roster[1].Name, v.Roster[2].Name = "Marmalade", "Gremlin"
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 1, By: 2}}
	show(s, term, v, playtest.Noon)
	if row := term.row(1); !strings.Contains(row, "into the zone: -1 hp every 2.0 s") || strings.Contains(row, "»") {
		t.Errorf("the first row is %q", row)
	}
	if row := term.row(2); !strings.HasSuffix(row, "Gremlin » Marmalade") {
		t.Errorf("the second row is %q", row)
	}
}

func TestArrowsAreApartFromTheTask(t *testing.T) {
	v, term := inRound(), newTerminal(t, 80, 24)
	v.World.Zone.Wait = 540
	near := regexp.MustCompile(`[▲0-9].{0,2}zone closes in 9 s|zone closes in 9 s.{0,2}[▲0-9]`)
	own := &v.World.Ships[0]
	own.X, own.Y = playtest.Unit(90), playtest.Unit(150)
	for x := int32(-200); x <= 200; x += 10 {
		other := &v.World.Ships[1]
		other.X, other.Y = own.X+playtest.Unit(x), own.Y-playtest.Unit(150)
		show(New(Options{}), term, v, playtest.Noon)
		if !strings.Contains(term.row(1), "zone closes in 9 s") {
			t.Fatalf("the row is %q", term.row(1))
		}
		if near.MatchString(term.row(1)) {
			t.Errorf("an arrow touches the words: %q", term.row(1))
		}
	}
}

func TestTheOwnShipBehindWordsHasARing(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	_, height := v.Setup.Arena.Size()
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(60), height-playtest.Unit(30)
	ring := func() (dots int) {
		show(s, term, v, playtest.Noon.Add(time.Hour))
		width, height := s.drawing.canvas.Dots()
		for at := range width * height {
			if s.drawing.canvas.At(at%width, at/width) == canvas.OwnTrim {
				dots++
			}
		}
		return dots
	}
	show(s, term, v, playtest.Noon)
	without := ring()
	for range 4 {
		v.Chat = append(v.Chat, net.ChatLine{From: "Rex", Pilot: 2, Slot: 1, Text: strings.Repeat("long ", 9)})
	}
	if with := ring(); with < without+20 {
		t.Errorf("%d dots of the own trim behind words, %d without words:\n%s", with, without, term.text())
	}
}

func TestNoShipCoversTheDeath(t *testing.T) {
	v, s, term := amid("Nova", "Rex"), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	v.World.Ships[0].State, v.World.Ships[0].Respawn = game.Dead, 60
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: 1, X: v.World.Ships[0].X, Y: v.World.Ships[0].Y}}
	v.Decided = v.Events
	for x := int32(-60); x <= 60; x += 4 {
		for y := int32(-30); y <= 10; y += 4 {
			v.World.Ships[1].X, v.World.Ships[1].Y = v.World.Ships[0].X+playtest.Unit(x), v.World.Ships[0].Y+playtest.Unit(y)
			show(s, term, v, playtest.Noon)
			v.Events, v.Decided = nil, nil
			for _, words := range []string{"destroyed by Rex", "back in "} {
				if !strings.Contains(term.text(), words) {
					t.Fatalf("a ship at %d, %d covers %q:\n%s", x, y, words, term.text())
				}
			}
		}
	}
}

// ending returns a match with so many ticks left.
func ending(left game.Tick, names ...string) *net.View {
	v := amid(names...)
	v.Setup.TimeLimit = 5000
	v.World.Tick = 5000 - left
	return v
}

// counted returns the dots of the countdown.
func (s *Screen) counted() (left, top, right, bottom, n int) {
	width, height := s.drawing.canvas.Dots()
	left, top = width, height
	for i := range width * height {
		if x, y := i%width, i/width; s.drawing.canvas.At(x, y) == canvas.Fair {
			left, top, right, bottom = min(left, x), min(top, y), max(right, x), max(bottom, y)
			n++
		}
	}
	return left, top, right, bottom, n
}

func TestTheLastTenSecondsAreCountedDownLarge(t *testing.T) {
	seen := map[string]game.Tick{}
	for _, c := range []struct {
		left   game.Tick
		counts bool
	}{{601, false}, {600, true}, {541, true}, {540, true}, {60, true}, {1, true}} {
		s, term := New(Options{}), newTerminal(t, 80, 24)
		show(s, term, ending(c.left, "Nova"), playtest.Noon)
		if _, _, _, _, n := s.counted(); n > 0 != c.counts {
			t.Errorf("%d ticks before the end: %d dots", c.left, n)
		}
		if picture := term.patch(30, 2, 20, 4); c.left == 541 {
			if seen[picture] != 600 {
				t.Error("within a second the number changes")
			}
		} else {
			seen[picture] = c.left
		}
	}
	if len(seen) != 4 { // nothing, 10, 9 and 1
		t.Errorf("%d different numbers", len(seen))
	}
}

func TestTheCountdownIsPlainInASCIIAndLeavesWithTheMatch(t *testing.T) {
	s, term := New(Options{Mode: canvas.ASCII}), newTerminal(t, 60, 20)
	v := ending(420, "Nova")
	show(s, term, v, playtest.Noon)
	for i, want := range []string{"777", "  7", " 7", " 7", " 7"} {
		if got := term.patch(28, 2+i, 4, 1); !contains(got, want) {
			t.Errorf("row %d: got %q, expected %q", i, got, want)
		}
	}
	for name, over := range map[string]func(){
		"paused": func() { v.Paused = true }, "over": func() { v.World.Status = game.Closed }, "unlimited": func() { v.Setup.TimeLimit = 0 },
	} {
		v = ending(420, "Nova")
		over()
		s = New(Options{})
		show(s, term, v, playtest.Noon.Add(time.Second))
		if _, _, _, _, n := s.counted(); n > 30 { // there are pips of that colour
			t.Errorf("%s: %d dots", name, n)
		}
	}
}

func TestTheCountdownNeverCoversThePlayersShip(t *testing.T) {
	t.Parallel()
	for i, size := range usualSizes[:4] {
		for x := int32(8); x < 320; x += 12 {
			for y := int32(8); y < 160; y += 8 {
				if !*long && int(x/12+y/8)%8 != 2*i {
					continue // a place in each size
				}
				v := playtest.View("Nova")
				v.Setup.TimeLimit, v.World.Tick = 5000, 4500
				own := &v.World.Ships[0]
				own.X, own.Y = playtest.Unit(x), playtest.Unit(y)
				s, term := New(Options{}), newTerminal(t, size[0], size[1])
				show(s, term, v, playtest.Noon)
				f := s.frame()
				s.lay(f)
				px, py := f.Space.LocateShip(0)
				left, top, right, bottom, n := s.counted()
				if n == 0 {
					t.Fatalf("%v: no countdown with the ship at %d, %d", size, x, y)
				}
				if px+5 >= left && px-5 <= right && py+5 >= top && py-5 <= bottom {
					t.Fatalf("%v: the ship is at dot %d, %d, and the countdown from %d, %d to %d, %d", size, px, py, left, top, right, bottom)
				}
			}
		}
	}
}

func TestAVoteShowsUnderTheTopLineAndHasTwoKeys(t *testing.T) {
	v := playtest.View("Nova")
	for own, words := range map[proto.OwnVote]string{
		proto.NotVoted: "kick Rex?  yes 1 of 3  no 0  21 s  F6 yes  F7 no",
		proto.VotedYes: "kick Rex?  yes 1 of 3  no 0  21 s  you: yes",
		proto.MayNot:   "kick Rex?  yes 1 of 3  no 0  21 s",
	} {
		v.Vote = &proto.VoteState{Number: 1, Motion: proto.KickMotion, Left: 21, Yes: 1, Needed: 3, Own: own, Text: "kick Rex"}
		s := New(Options{})
		if line := drawn(t, v).row(1); !strings.Contains(line, words) || own == proto.MayNot && strings.Contains(line, "F6") {
			t.Errorf("own vote %d: the line is %q", own, line)
		}
		if may := own != proto.MayNot; (s.Event(key(input.F6), v, playtest.Noon).Kind == CastYes) != may || (s.Event(key(input.F7), v, playtest.Noon).Kind == CastNo) != may {
			t.Errorf("own vote %d: the keys do otherwise", own)
		}
	}
}

func TestWithoutAVoteItsKeysDoNothing(t *testing.T) {
	v := playtest.View("Nova")
	s := New(Options{})
	for _, k := range []input.Key{input.F6, input.F7} {
		if got := s.Event(key(k), v, playtest.Noon); got.Kind != NoAction {
			t.Errorf("%v does %v", k, got)
		}
	}
}

func TestALongMotionIsCut(t *testing.T) {
	v := playtest.View("Nova")
	v.Vote = &proto.VoteState{Number: 1, Motion: proto.NextMotion, Left: 30, Yes: 64, No: 64, Needed: 64, Text: strings.Repeat("very long ", 15)}
	if line := drawn(t, v).row(1); !strings.Contains(line, "yes 64 of 64  no 64  30 s  F6 yes  F7 no") {
		t.Errorf("the line is %q", line)
	}
}
