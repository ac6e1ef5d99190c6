package net

import (
	"testing"

	"dogfight/game"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// reels keeps what is filmed.
type reels struct {
	files  [][]byte
	ended  []bool
	played []bool
}

func (r *reels) take(f Footage) {
	if f.First {
		r.files, r.ended, r.played = append(r.files, nil), append(r.ended, false), append(r.played, false)
	}
	n := len(r.files) - 1
	r.files[n] = append(r.files[n], f.Bytes...)
	r.ended[n], r.played[n] = f.Ended, f.Played
}

// verified reads a file, which must be whole and lead to what it says.
func (r *reels) verified(t *testing.T, n int) *replay.File {
	t.Helper()
	f, err := replay.Parse(r.files[n])
	if err != nil {
		t.Fatal(err)
	}
	if f.Torn != nil {
		t.Fatal(f.Torn)
	}
	if err := f.Verify(nil); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAMatchIsFilmedByItsHostAndByAPlayer(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host, seen reels
		var told results
		m := startMatch(t, HostConfig{Result: told.take, Film: Film{Record: host.take, Program: "test"}}, played{Setup: briefSetup(t, 60), Bots: 5, Skill: 4})
		p := newPlayer("Rex", m.pipe, 1)
		p.conf.Film = Film{Record: seen.take}
		p.camera.conf = p.conf.Film
		m.flyUntil(func() bool { return len(told.all()) > 0 }, p)
		if err := p.Say("well flown"); err != nil {
			t.Error(err)
		}
		m.fly(tickTime(30), p)
		m.end()

		of, by := host.verified(t, 0), seen.verified(t, 0)
		if !of.Head.Whole || by.Head.Whole || of.Result == nil || by.Result == nil || !host.played[0] || !host.ended[0] || !seen.ended[0] {
			t.Fatalf("expected a whole file and one from in between, both with results: %+v, %+v", of.Head, by.Head)
		}
		if of.LastTick != by.LastTick || len(of.Result.Flights) != len(by.Result.Flights) {
			t.Errorf("the host's ends at tick %d with %d flights, the player's at %d with %d", of.LastTick, len(of.Result.Flights), by.LastTick, len(by.Result.Flights))
		}
		kills := 0
		for _, n := range of.Notes {
			kills += btoi(n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill)
		}
		deaths := 0
		for _, f := range of.Result.Flights {
			deaths += int(f.Deaths)
		}
		if kills != deaths || kills == 0 {
			t.Errorf("%d kills are told, there were %d deaths", kills, deaths)
		}
		names := map[string]bool{}
		for _, p := range of.Roster(of.LastTick) {
			names[p.Name] = p.Slot != proto.NoSlot
		}
		if !names["Rex"] || len(names) != 6 {
			t.Errorf("the roster is %v", names)
		}
		t.Logf("%d bytes by the host, %d by the player, for %d ticks", len(host.files[0]), len(seen.files[0]), of.LastTick-of.Head.First)
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAMatchWithoutAnEndIsFilmedInSeveralFiles(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var host, seen reels
		m := startMatch(t, HostConfig{Film: Film{Record: host.take}}, played{Setup: briefSetup(t, 60), Bots: 2, Skill: 4})
		p := newPlayer("Rex", m.pipe, 1)
		p.conf.Film = Film{Record: seen.take}
		p.camera.conf = p.conf.Film
		m.fly(tickTime(300), p)
		m.host.ask(func() error {
			m.host.match.camera.began -= longestFile // as if it had gone on for so long
			return nil
		})
		p.camera.began -= longestFile
		m.fly(tickTime(300), p)
		m.end()
		for who, r := range map[string]*reels{"host": &host, "player": &seen} {
			if len(r.files) != 2 || !r.ended[0] {
				t.Fatalf("%s: expected two files, there are %d", who, len(r.files))
			}
			first := r.verified(t, 0)
			second, err := replay.Parse(r.files[1])
			if err != nil || second.Torn != nil || second.Verify(nil) != nil {
				t.Fatal(err, second)
			}
			if first.LastTick != second.Head.First || second.Head.Whole || second.LastTick-second.Head.First < 200 || !r.played[1] || len(second.Roster(second.LastTick)) != 3 {
				t.Errorf("%s: the first ends at tick %d, the second is of %+v", who, first.LastTick, second.Head)
			}
		}
	})
}

// footage counts what is filmed, and keeps nothing.
type footage struct{ bytes, pieces int }

func (f *footage) take(g Footage) { f.bytes, f.pieces = f.bytes+len(g.Bytes), f.pieces+1 }

func TestATickThatIsFilmedAllocatesLittle(t *testing.T) {
	skipIfShort(t)
	var f footage
	s := newStage(HostConfig{Film: Film{Record: f.take}}, played{Setup: expanse(t), Bots: game.MaxShips, Skill: 4})
	s.pass(20 * game.TickRate)
	f = footage{}
	n := testing.AllocsPerRun(600, func() { s.pass(1) })
	t.Logf("%v allocations a tick, %d bytes and %d pieces a minute", n, f.bytes*6, f.pieces*6)
	if n > 0 { // rounded down: there is one for each piece that is handed over
		t.Errorf("%v allocations a tick", n)
	}
}

func BenchmarkHostTick64BotsFilmed(b *testing.B) {
	for _, filmed := range []bool{false, true} {
		name, conf := "off", HostConfig{}
		if filmed {
			name, conf.Film = "filmed", Film{Record: new(footage).take}
		}
		b.Run(name, func(b *testing.B) {
			s := newStage(conf, played{Setup: expanse(b), Bots: game.MaxShips})
			s.pass(20 * game.TickRate)
			b.ReportAllocs()
			for b.Loop() {
				s.pass(1)
			}
		})
	}
}
