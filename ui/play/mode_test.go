package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/input"
	"dogfight/ui/play/hud"
	"dogfight/ui/play/playtest"
)

// inRound returns the first round of a match of last with Ann, with a zone at the left and a smaller next one.
func inRound() *net.View {
	v := playtest.View("Ann", "Bob", "Cid")
	playtest.Wide(v.Setup.Arena, 200, 100)
	v.Setup.Mode = game.Last
	v.Setup.TimeLimit, v.Setup.ScoreLimit = game.Last.Limits()
	w := v.World
	w.Rounds = game.Rounds{Number: 2, Began: 100}
	w.Zone = game.Zone{
		X: playtest.Unit(80), Y: playtest.Unit(80), Radius: playtest.Unit(120),
		NextX: playtest.Unit(60), NextY: playtest.Unit(60), NextRadius: playtest.Unit(80), Wait: 900,
	}
	for i := range 3 {
		w.Ships[i].Lives = uint8(3 - i)
		w.Ships[i].X, w.Ships[i].Y = playtest.Unit(70+20*int32(i)), playtest.Unit(70)
	}
	return v
}

// plainText returns a screen of 80x24 in ASCII.
func plainText(t *testing.T, v *net.View) string {
	term := newTerminal(t, 80, 24)
	show(New(Options{Mode: canvas.ASCII}), term, v, playtest.Noon)
	var all strings.Builder
	for y := range 24 {
		all.WriteString(term.row(y) + "\n")
	}
	return all.String()
}

func TestAMatchOpensWithItsGoal(t *testing.T) {
	for goal, set := range map[string]func(*game.Setup){
		"shoot the others: first to 20 points, or most in 5 min":   func(s *game.Setup) { s.ScoreLimit, s.TimeLimit = 20, 300*game.TickRate },
		"shoot the others: most points in 90 s":                    func(s *game.Setup) { s.ScoreLimit, s.TimeLimit = 0, 90*game.TickRate },
		"shoot the other team: first team to 40 points":            func(s *game.Setup) { s.Mode, s.Sides, s.ScoreLimit, s.TimeLimit = game.Teams, 2, 40, 0 },
		"shoot other teams: first to 40 points, or most in 10 min": func(s *game.Setup) { s.Mode, s.Sides, s.ScoreLimit, s.TimeLimit = game.Teams, 4, 40, 600*game.TickRate },
	} {
		v, term := playtest.View("Nova", "Rex"), newTerminal(t, 60, 20)
		set(v.Setup)
		v.World.Started = v.World.Tick - 7*game.TickRate
		show(New(Options{}), term, v, playtest.Noon)
		term.shows(t, goal)
		v.World.Started = v.World.Tick - 9*game.TickRate
		show(New(Options{}), term, v, playtest.Noon)
		term.hides(t, "shoot ")
	}
}

func TestLastShowsTheTask(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(w *game.World)
		want   []string
	}{
		{"inside", func(w *game.World) {}, []string{"###  3 left  round 2/5  rounds won 0"}},
		{"one life", func(w *game.World) { w.Ships[0].Lives = 1 }, []string{"#..  3 left"}},
		{"another is out", func(w *game.World) { w.Ships[1] = game.Ship{State: game.Dead} }, []string{"###  2 left"}},
		{"it closes soon", func(w *game.World) { w.Zone.Wait = 540 }, []string{"zone closes in 9 s"}},
		{"outside what it closes to", func(w *game.World) { w.Zone.Wait, w.Ships[0].X = 300, playtest.Unit(180) },
			[]string{"into the inner ring: closes in 5 s"}},
		{"outside", func(w *game.World) { w.Ships[0].X = playtest.Unit(900) },
			[]string{"into the zone: -1 hp every 2.0 s", "<zone", "     '     '"}},
		{"out", func(w *game.World) { w.Ships[0] = game.Ship{State: game.Dead, Respawn: 2} },
			[]string{"...  2 left", "out until round 3", "next ship"}},
		{"between rounds", func(w *game.World) { w.Rounds.Began, w.Rounds.Pause = 0, 200 }, []string{"round 3 begins in 4 s"}},
		{"before the first round", func(w *game.World) {
			w.Rounds = game.Rounds{Pause: 200}
			w.Ships[0] = game.Ship{State: game.Dead, Respawn: 2}
		},
			[]string{"round 1 begins in 4 s: last ship standing wins", "arrows steer"}},
		{"alone", func(w *game.World) { w.Rounds.Began = 0 }, []string{"waiting for another side to fight"}},
	} {
		v := inRound()
		c.change(v.World)
		text := plainText(t, v)
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is not on the screen:\n%s", c.what, want, text)
			}
		}
	}
}

func TestAPilotOutOfTheRoundWatchesShips(t *testing.T) {
	v, term := inRound(), newTerminal(t, 80, 24)
	v.World.Ships[0] = game.Ship{State: game.Dead, Respawn: 2}
	s := New(Options{})
	show(s, term, v, playtest.Noon)
	for _, want := range []int{2, 1, 2} {
		s.Event(input.Event{Kind: input.Press, Key: input.KeyRight}, v, playtest.Noon)
		if show(s, term, v, playtest.Noon); s.camera().Followed != want {
			t.Errorf("it watches slot %d, expected %d", s.camera().Followed, want)
		}
	}
	v.World.Ships[0] = game.Ship{State: game.Flying, Lives: 3, HP: 5, Facing: game.Up}
	if show(s, term, v, playtest.Noon); s.camera().Followed != 0 {
		t.Errorf("back in space it watches slot %d, expected the own ship", s.camera().Followed)
	}
}

// taught draws a match in a lesson.
func taught(t *testing.T, o Options, l *hud.Lesson) terminal {
	term, s := newTerminal(t, 80, 24), New(o)
	s.Teach(l)
	show(s, term, playtest.View("Nova"), playtest.Noon)
	return term
}

func TestALessonShowsItsTaskAndATickOnceItIsDone(t *testing.T) {
	l := hud.Lesson{Number: 3, Of: 7, Task: "Stand still", Note: "press x"}
	term := taught(t, Options{}, &l)
	term.shows(t, "3/7 [ ] Stand still", "press x", "Enter skips")
	term.hides(t, "arrows steer") // the lessons explain the keys
	l.Done = true
	taught(t, Options{}, &l).shows(t, "3/7 [√] Stand still")
	taught(t, Options{Mode: canvas.ASCII}, &l).shows(t, "3/7 [x] Stand still")
}

func TestAGoalThatShowsHasARingAndAnotherAPointer(t *testing.T) {
	for _, o := range []Options{{}, {Mode: canvas.ASCII}, {Mode: canvas.Braille}, {Settings: input.Settings{FewerFlashes: true}}} {
		without := taught(t, o, &hud.Lesson{}).text()
		near := taught(t, o, &hud.Lesson{Goals: []game.Point{{X: playtest.Unit(160), Y: playtest.Unit(96)}}}).text()
		if without == near || strings.ContainsAny(near, "◄►▲▼") {
			t.Errorf("%+v: the ring:\n%s", o, near)
		}
	}
	for where, at := range map[string]game.Point{
		"◄o": {X: playtest.Unit(-900), Y: playtest.Unit(80)}, "o►": {X: playtest.Unit(900), Y: playtest.Unit(80)},
		"o▲o": {X: playtest.Unit(160), Y: playtest.Unit(-900)}, "o▼o": {X: playtest.Unit(160), Y: playtest.Unit(900)},
	} {
		taught(t, Options{}, &hud.Lesson{Task: strings.Repeat("long ", 15), Note: strings.Repeat("more ", 15), Goals: []game.Point{at}}).shows(t, where)
	}
}

func TestAfterTheLessonsTheNextStepsShow(t *testing.T) {
	term := taught(t, Options{}, &hud.Lesson{Over: true})
	term.shows(t, "You can fly. Now play!", "Enter match against bots", "Tab scores", "? help", "Esc menu")
	term.hides(t, "Enter skips")
}

func TestEnterSkipsALessonAndOtherwiseOpensTheChat(t *testing.T) {
	v, s := playtest.View("Nova"), New(Options{})
	s.Teach(&Lesson{})
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act.Kind != Skip || s.Typing() {
		t.Errorf("action %+v, typing %v", act, s.Typing())
	}
	s.Event(input.Event{Kind: input.PasteStart}, v, playtest.Noon)
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act != (Action{}) {
		t.Errorf("a pasted end of a line: action %+v", act)
	}
	s.Event(input.Event{Kind: input.PasteEnd}, v, playtest.Noon)
	s.Teach(nil)
	if act := s.Event(key(input.KeyEnter), v, playtest.Noon); act != (Action{}) || !s.Typing() {
		t.Errorf("action %+v, typing %v", act, s.Typing())
	}
}

func TestNearTheEndTheScoreIsCalled(t *testing.T) {
	for _, c := range []struct {
		mode      game.Mode
		own, best int32
		left      game.Tick // seconds
		want      string
	}{
		{game.Deathmatch, 3, 6, 30, "3 points behind, 30 s left"},
		{game.Deathmatch, 3, 6, 27, "3 points behind, 30 s left"},
		{game.Deathmatch, 3, 6, 25, ""},
		{game.Deathmatch, 3, 6, 20, "3 points behind, 20 s left"},
		{game.Deathmatch, 7, 6, 60, "1 point ahead, 60 s left"},
		{game.Deathmatch, 6, 6, 58, "level, 60 s left"},
		{game.Teams, 2, 9, 30, "7 points behind, 30 s left"},
		{game.Last, 2, 1, 30, ""},
	} {
		v, term := playtest.View("Nova", "Rex"), newTerminal(t, 80, 24)
		w := v.World
		w.Ships[0].Score, w.Ships[1].Score = c.own, c.best
		if v.Setup.TimeLimit = 300 * game.TickRate; c.mode != game.Deathmatch {
			v.Setup.Mode, v.Setup.Sides = c.mode, 2
			w.Ships[0].Team, w.Ships[1].Team = 1, 2
			w.TeamScores[1], w.TeamScores[2] = c.own, c.best
		}
		w.Tick = w.Started + v.Setup.TimeLimit - c.left*game.TickRate
		show(New(Options{}), term, v, playtest.Noon)
		if c.want == "" {
			term.hides(t, "s left")
		} else {
			term.shows(t, c.want)
		}
	}
}

// inWaves returns the first wave of a campaign with Ann, which began some seconds ago.
func inWaves(t *testing.T, seconds game.Tick) *net.View {
	t.Helper()
	v := playtest.View("Ann")
	v.Setup.Mode = game.Waves
	if err := assets.AddCampaign(v.Setup, ""); err != nil {
		t.Fatal(err)
	}
	v.World.Ships[0].Team = 1
	v.World.Tick += 600 * game.TickRate
	v.World.Assault = game.Assault{Wave: 1, Lives: 4, Pilots: 1, Began: v.World.Tick - seconds*game.TickRate}
	return v
}

func TestARagingWaveIsAnnounced(t *testing.T) {
	for seconds, task := range map[game.Tick]string{
		59: "First contact: ", 60: "drones rage: a life is lost in 2:00", 179: "a life is lost in 0:01", 180: "too late: a life is lost in 5 s", 184: "is lost in 1 s",
		185: "is lost in 5 s",
	} {
		if text := plainText(t, inWaves(t, seconds)); !strings.Contains(text, task) {
			t.Errorf("after %d s, expected %q:\n%s", seconds, task, text)
		}
	}
	for seconds, lives := range map[game.Tick]uint8{100: 0, 182: 1} {
		v := inWaves(t, seconds)
		v.World.Assault.Lives = lives
		if text := plainText(t, v); !strings.Contains(text, "the match is lost in ") {
			t.Errorf("with %d lives after %d s nothing warns of the end:\n%s", lives, seconds, text)
		}
	}
}

// withBoss returns the wave of the hydra, which began some seconds ago, with the boss and its parts in front of Ann.
func withBoss(t *testing.T, seconds game.Tick) *net.View {
	v := inWaves(t, seconds)
	v.World.Assault.Wave = 5
	v.World.Ships[0].X, v.World.Ships[0].Y = playtest.Unit(90), playtest.Unit(80)
	class, _ := v.Setup.BossOf(5)
	put := func(i int, class uint8, link uint8, dx, dy int8) {
		slot := game.MaxShips - 1 - i
		v.World.Ships[slot] = game.Ship{
			State: game.Flying, Class: class, HP: 9, X: playtest.Unit(150 + int32(dx)), Y: playtest.Unit(80 + int32(dy)), Facing: game.Down,
		}
		v.World.Drones[i] = game.Drone{Wave: 5, Link: link, X: dx, Y: dy}
	}
	put(0, class, 0, 0, 0)
	for i, part := range v.Setup.Kind(class).Parts {
		put(1+i, part.Class, game.MaxShips, part.X, part.Y)
	}
	return v
}

func TestARagingBossLooksLikeNoOther(t *testing.T) {
	for name, o := range map[string]Options{
		"usual": {}, "fewer flashes": {Settings: input.Settings{FewerFlashes: true}}, "reduced motion": {Settings: input.Settings{ReducedMotion: true}},
		"low bandwidth": {LowBandwidth: true}, "ASCII": {Mode: canvas.ASCII},
	} {
		looks := map[bool]map[string]bool{}
		flames, tones := map[bool]int{}, map[string]bool{}
		for _, rages := range []bool{false, true} {
			looks[rages] = map[string]bool{}
			v, s, term := withBoss(t, 30), New(o), newTerminal(t, 80, 24)
			if rages {
				v = withBoss(t, 90)
			}
			for i := range 20 {
				show(s, term, v, playtest.Noon.Add(time.Duration(i)*100*time.Millisecond))
				looks[rages][term.patch(26, 5, 22, 16)] = true
				if rages {
					tones[fmt.Sprint(s.dots(canvas.FlameOrange), s.dots(canvas.FlameYellow))] = true
				}
			}
			flames[rages] = s.dots(canvas.FlameRed)
		}
		for look := range looks[true] {
			if looks[false][look] {
				t.Errorf("%s: a raging boss looks like a calm one:%s", name, strings.ReplaceAll(look, "|", "\n"))
			}
		}
		if o.Mode == canvas.ASCII {
			for look := range looks[true] {
				if !strings.Contains(look, "XX") {
					t.Errorf("ASCII: no X:%s", strings.ReplaceAll(look, "|", "\n"))
				}
			}
		} else if flames[true] < flames[false]+40 {
			t.Errorf("%s: %d dots of flames, %d around a calm one", name, flames[true], flames[false])
		}
		if still := len(looks[true]) == 1 && len(tones) == 1; o.Settings.FewerFlashes && !still {
			t.Errorf("%s: it flickers: %d looks, tones %v", name, len(looks[true]), tones)
		} else if name == "usual" && len(tones) < 2 {
			t.Error("the hull does not pulse")
		}
	}
}

func TestAPartOfABossHasItsName(t *testing.T) {
	v, s, term := withBoss(t, 30), New(Options{}), newTerminal(t, 80, 24)
	show(s, term, v, playtest.Noon)
	v.Events = []game.Event{{Kind: game.EventKill, Slot: 0, By: game.MaxShips - 3, X: v.World.Ships[0].X, Y: v.World.Ships[0].Y}}
	v.Decided = v.Events
	show(s, term, v, playtest.Noon)
	term.shows(t, "Hydra » Ann")
}

func TestACampaignSaysWhyItIsLost(t *testing.T) {
	for _, c := range []struct {
		limit game.Tick
		lives uint8
		want  string
	}{{0, 4, "GAME OVER - WAVE 1"}, {60 * game.TickRate, 4, "TIME IS UP - WAVE 1"}, {60 * game.TickRate, 0, "GAME OVER - WAVE 1"}, {0, 0, "TOO LATE - WAVE 1"}} {
		v := inWaves(t, 30)
		if strings.HasPrefix(c.want, "GAME") {
			v.World.Ships[0].State = game.Dead
		}
		v.World.Status, v.Setup.TimeLimit, v.World.Assault.Lives = game.Closed, c.limit, c.lives
		term := newTerminal(t, 60, 14)
		show(New(Options{}), term, v, playtest.Noon)
		term.shows(t, c.want)
	}
}
