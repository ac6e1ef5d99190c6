package fleet

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

var placingEpoch = time.Unix(1_800_000_000, 0)

// at returns a host with rules 7 and room.
func at(id ID, region string) Host {
	return Host{ID: id, Address: fmt.Sprintf("h%d:1", id), Region: region, Protocol: 5, Rules: 7, Room: 100}
}

// with returns a match with players at a host.
func with(id, host ID, players int) Match {
	return Match{ID: id, Host: host, Epoch: 1, Mode: "deathmatch", Players: players, Slots: 32}
}

func player(id uint64) Player { return Player{ID: id, Protocol: 5, Rules: 7} }

// one places one player, and expects a match.
func one(t *testing.T, f *Snapshot, p Player) ID {
	t.Helper()
	var q Queue
	q.Add(p, placingEpoch)
	d := q.Step(f, placingEpoch)
	if len(d.Seated) != 1 {
		t.Fatalf("not seated: %+v", d)
	}
	return d.Seated[0].Match
}

func TestAMatchThatHasPeopleIsFilledBeforeAnother(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 0), with(11, 1, 3), with(12, 1, 9), with(13, 1, 16)}}
	if got := one(t, f, player(1)); got != 12 {
		t.Errorf("put into %v", got)
	}
}

func TestPlayersThatJoinTogetherPlayTogether(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, ""), at(2, "")}}
	var q Queue
	for i := range 40 {
		q.Add(player(uint64(i)), placingEpoch)
	}
	d := q.Step(f, placingEpoch)
	if len(d.Open) != 3 || len(d.Seated) != 0 {
		t.Fatalf("40 players: %d matches are opened, want 3", len(d.Open))
	}
	for i, o := range d.Open {
		m := with(ID(100+i), o.Host, 0)
		if n := len(q.Opened(o.Number, &m, placingEpoch)); n > Party || n < 8 {
			t.Errorf("%d go to match %d", n, i)
		}
	}
	if q.Len() != 0 {
		t.Errorf("%d wait", q.Len())
	}
}

func TestAPlayerWaitsForAMatchThatIsBeingOpened(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}}
	var q Queue
	q.Add(player(1), placingEpoch)
	d := q.Step(f, placingEpoch)
	q.Add(player(2), placingEpoch)
	if again := q.Step(f, placingEpoch.Add(time.Millisecond)); len(again.Open) != 0 {
		t.Fatal("a second match is opened")
	}
	m := with(100, 1, 0)
	if n := len(q.Opened(d.Open[0].Number, &m, placingEpoch)); n != 2 {
		t.Errorf("%d go there", n)
	}
}

func TestPlayersOnTheirWayCountThoughTheHostDoesNotKnowOfThem(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 1)}}
	var q Queue
	there := 0
	for i := range 60 {
		q.Add(player(uint64(i)), placingEpoch)
		for _, s := range q.Step(f, placingEpoch.Add(time.Duration(i)*10*time.Millisecond)).Seated {
			if s.Match == 10 {
				there++
			}
		}
	}
	if there != Party-1 {
		t.Errorf("%d were sent to a match of one, want %d", there, Party-1)
	}
}

func TestANearHostIsBetterThanAFarOne(t *testing.T) {
	f := &Snapshot{
		Hosts:   []Host{at(1, "eu"), at(2, "us")},
		Matches: []Match{with(10, 1, 5), with(20, 2, 9)},
	}
	byRegion, byProbe := player(1), player(2)
	byRegion.Region = "eu"
	byProbe.Region = "eu" // the network suggests another region
	byProbe.RTT = map[ID]time.Duration{1: 180 * time.Millisecond, 2: 20 * time.Millisecond}
	if got := one(t, f, byRegion); got != 10 {
		t.Errorf("by region: %v", got)
	}
	if got := one(t, f, byProbe); got != 20 {
		t.Errorf("by probe: %v", got)
	}
}

func TestABusyHostIsSpared(t *testing.T) {
	busy := at(1, "")
	busy.Load = 980
	f := &Snapshot{Hosts: []Host{busy, at(2, "")}, Matches: []Match{with(10, 1, 5), with(20, 2, 1)}}
	if got := one(t, f, player(1)); got != 20 {
		t.Errorf("put into %v", got)
	}
}

func TestAFriendsMatchIsWorthAnything(t *testing.T) {
	far := at(1, "far")
	far.Load = 999
	f := &Snapshot{Hosts: []Host{far, at(2, "")}, Matches: []Match{with(10, 1, 20), with(20, 2, 8)}}
	f.Matches[0].Rating = 2400
	p := player(1)
	p.Region, p.Rating, p.Friends = "near", 1200, []ID{10}
	if got := one(t, f, p); got != 10 {
		t.Errorf("put into %v", got)
	}
}

func TestTheModeThatIsWantedIsPlayed(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 8), with(20, 1, 0)}}
	f.Matches[1].Mode = "teams"
	p := player(1)
	p.Mode = "teams"
	if got := one(t, f, p); got != 20 {
		t.Errorf("put into %v", got)
	}
	p.Mode = "orb"
	var q Queue
	q.Add(p, placingEpoch)
	if d := q.Step(f, placingEpoch); len(d.Open) != 1 || d.Open[0].Mode != "orb" {
		t.Errorf("no match of orb: %+v", d)
	}
}

func TestTheWindowOfRatingsGrowsWhileAPlayerWaits(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 8)}}
	f.Matches[0].Rating = 1900
	p := player(1)
	p.Rating = 1500
	var q Queue
	q.Add(p, placingEpoch)
	for waited := time.Duration(0); waited < 6*time.Second; waited += 100 * time.Millisecond {
		if d := q.Step(f, placingEpoch.Add(waited)); len(d.Seated)+len(d.Open) != 0 {
			t.Fatalf("after %v: %+v", waited, d)
		}
	}
	if d := q.Step(f, placingEpoch.Add(6*time.Second)); len(d.Seated) != 1 {
		t.Errorf("400 points apart, after 6 s: %+v", d)
	}
}

func TestAPlayerTooFarFromAllPlaysWithBots(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 8)}}
	alone, waits := player(1), player(2)
	alone.Rating, waits.Rating = 1000, 1550
	f.Matches[0].Rating = 2600
	var q Queue
	q.Add(alone, placingEpoch) // no near player joins, however long they wait
	if d := q.Step(f, placingEpoch); len(d.Open) != 1 {
		t.Errorf("1,600 points apart: %+v", d)
	}
	q = Queue{}
	q.Add(waits, placingEpoch)
	for waited := time.Duration(0); waited < PlacingPatience; waited += 100 * time.Millisecond {
		f.Matches[0].Rating = min(waits.Rating+window(waited)+1, waits.Rating+window(PlacingPatience)) // while others join and leave there
		if d := q.Step(f, placingEpoch.Add(waited)); len(d.Open)+len(d.Seated) != 0 {
			t.Fatalf("after %v: %+v", waited, d)
		}
	}
	f.Matches[0].Rating = waits.Rating + window(PlacingPatience) + 1
	if d := q.Step(f, placingEpoch.Add(PlacingPatience)); len(d.Open) != 1 {
		t.Errorf("after %v: %+v", PlacingPatience, d)
	}
}

func TestTwoWaitingPlayersMeetAsSoonAsBothWindowsReach(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}}
	one, two := player(1), player(2)
	one.Rating, two.Rating = 1500, 1700
	var q Queue
	q.Add(one, placingEpoch)
	q.Add(two, placingEpoch)
	if d := q.Step(f, placingEpoch.Add(1900*time.Millisecond)); len(d.Open) != 0 {
		t.Fatalf("too soon: %+v", d)
	}
	d := q.Step(f, placingEpoch.Add(2*time.Second))
	if len(d.Open) != 1 {
		t.Fatalf("200 points apart, after 2 s: %+v", d)
	}
	m := with(10, 1, 0)
	if n := len(q.Opened(d.Open[0].Number, &m, placingEpoch)); n != 2 {
		t.Errorf("%d go there", n)
	}
}

func TestAMatchThatIsWantedButCannotBeIsRefusedWithItsReason(t *testing.T) {
	old := at(2, "")
	old.Rules = 6
	draining := at(3, "")
	draining.Draining = true
	f := &Snapshot{Hosts: []Host{at(1, ""), old, draining, at(4, "")}, Dead: func(h ID) bool { return h == 4 }}
	closed, full := with(10, 1, 3), with(11, 1, 32)
	closed.Closed = true
	f.Matches = []Match{closed, full, with(20, 2, 3), with(30, 3, 3), with(40, 4, 3), with(50, 99, 3)}
	for match, want := range map[ID]error{10: errClosed, 11: errNoSlot, 20: errRules, 30: errClosed, 40: ErrSilent, 50: errGone, 60: errGone} {
		var q Queue
		p := player(1)
		p.Match = match
		q.Add(p, placingEpoch)
		if d := q.Step(f, placingEpoch); len(d.Refused) != 1 || !errors.Is(d.Refused[0].Err, want) {
			t.Errorf("match %v: %+v, want %v", match, d, want)
		}
	}
}

func TestAHostThatOpensNoMatchIsLeftAloneForAWhile(t *testing.T) {
	near := at(1, "eu")
	f := &Snapshot{Hosts: []Host{near, at(2, "us")}}
	p := player(1)
	p.Region = "eu"
	var q Queue
	q.Add(p, placingEpoch)
	d := q.Step(f, placingEpoch)
	if d.Open[0].Host != 1 {
		t.Fatalf("opened at %v", d.Open[0].Host)
	}
	q.Opened(d.Open[0].Number, nil, placingEpoch.Add(time.Second))
	if d = q.Step(f, placingEpoch.Add(time.Second)); len(d.Open) != 1 || d.Open[0].Host != 2 {
		t.Errorf("after it failed: %+v", d)
	}
	q.Opened(d.Open[0].Number, nil, placingEpoch.Add(time.Second))
	if d = q.Step(f, placingEpoch.Add(time.Second)); len(d.Open)+len(d.Refused) != 0 {
		t.Errorf("none is left: %+v", d)
	}
	if d = q.Step(f, placingEpoch.Add(time.Second+failedFor+time.Millisecond)); len(d.Open) != 1 {
		t.Errorf("later: %+v", d)
	}
}

func TestAFleetWithoutRoomIsReported(t *testing.T) {
	h := at(1, "")
	h.Room = 0
	old := at(2, "")
	old.Rules = 6
	for want, f := range map[error]*Snapshot{
		errFull:   {Hosts: []Host{h}, Matches: []Match{with(10, 1, 32)}},
		ErrNoHost: {Hosts: []Host{old}},
	} {
		var q Queue
		q.Add(player(1), placingEpoch)
		if d := q.Step(f, placingEpoch.Add(PlacingPatience)); len(d.Refused) != 1 || d.Refused[0].Err != want {
			t.Errorf("%+v, want %v", d, want)
		}
	}
}

func TestWaitingPlayersAreBounded(t *testing.T) {
	var q Queue
	for i := range MaxWaiting {
		if err := q.Add(player(uint64(i)), placingEpoch); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.Add(player(MaxWaiting), placingEpoch); err != errCrowded {
		t.Errorf("got %v", err)
	}
	q.Remove(7)
	if err := q.Add(player(MaxWaiting), placingEpoch); err != nil {
		t.Errorf("after one has left: %v", err)
	}
}

func BenchmarkStepOf200AmongManyMatches(b *testing.B) {
	f := &Snapshot{}
	for h := range 250 {
		f.Hosts = append(f.Hosts, at(ID(h+1), fmt.Sprint("r", h%8)))
		for m := range 20 {
			f.Matches = append(f.Matches, with(ID(1000*(h+1)+m), ID(h+1), m))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		var q Queue
		for i := range 200 {
			p := player(uint64(i))
			p.Region, p.Rating = fmt.Sprint("r", i%8), 1000+i*5
			q.Add(p, placingEpoch)
		}
		q.Step(f, placingEpoch)
	}
}

func TestRatingsOfPlayersOnTheirWayCountBeforeTheHostReportsThem(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 0)}}
	good, weak, equal := player(1), player(2), player(3)
	good.Rating, weak.Rating, equal.Rating = 2900, 300, 2850
	var q Queue
	for _, p := range []Player{good, weak, equal} {
		q.Add(p, placingEpoch)
	}
	d := q.Step(f, placingEpoch)
	q.Add(Player{ID: 4, Protocol: 5, Rules: 7, Rating: 300}, placingEpoch)
	again := q.Step(f, placingEpoch.Add(time.Second))
	if len(d.Seated) != 2 || d.Seated[0].Player != 1 || d.Seated[1].Player != 3 || len(again.Seated) != 0 {
		t.Errorf("%+v are seated in one match, then %+v", d.Seated, again.Seated)
	}
}

func TestWhereNoHostHasRoomAnyMatchDoesInTheEnd(t *testing.T) {
	h := at(1, "")
	h.Room = 0
	f := &Snapshot{Hosts: []Host{h}, Matches: []Match{with(10, 1, 1)}}
	f.Matches[0].Rating = 2900
	p := player(1)
	p.Rating = 300
	var q Queue
	q.Add(p, placingEpoch)
	if d := q.Step(f, placingEpoch.Add(PlacingPatience-time.Millisecond)); len(d.Seated)+len(d.Refused) != 0 {
		t.Fatalf("too soon: %+v", d)
	}
	if d := q.Step(f, placingEpoch.Add(PlacingPatience)); len(d.Seated) != 1 {
		t.Errorf("after %v: %+v", PlacingPatience, d)
	}
}

func TestACrowdThatWantsASmallModeIsSpreadOverEnoughMatches(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}}
	var q Queue
	for i := range 16 {
		p := player(uint64(i))
		p.Mode, p.Slots = "waves", 8
		q.Add(p, placingEpoch)
	}
	if d := q.Step(f, placingEpoch); len(d.Open) != 2 {
		t.Errorf("for 16 players who want a mode for 8, %d matches are opened", len(d.Open))
	}
}

func TestAPlayerWithoutASlotInTheOpenedMatchWaits(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}}
	var q Queue
	for i := range 12 {
		q.Add(player(uint64(i)), placingEpoch)
	}
	d := q.Step(f, placingEpoch)
	m := with(10, 1, 0)
	m.Mode, m.Slots = "waves", 8
	seated := q.Opened(d.Open[0].Number, &m, placingEpoch)
	if len(d.Open) != 1 || len(seated) != 8 || q.Len() != 4 {
		t.Fatalf("%d are seated in a match of 8, and %d wait", len(seated), q.Len())
	}
	f.Matches = append(f.Matches, m)
	if d := q.Step(f, placingEpoch); len(d.Open) != 1 || len(d.Seated) != 0 {
		t.Errorf("for waiting players: %+v", d)
	}
}

func TestPlayersWaitForAFleetWithoutHostsBeforeTheyAreRefused(t *testing.T) {
	var q Queue
	q.Add(player(1), placingEpoch)
	if d := q.Step(&Snapshot{}, placingEpoch.Add(PlacingPatience-time.Millisecond)); len(d.Refused) != 0 {
		t.Fatalf("too soon: %+v", d)
	}
	if d := q.Step(&Snapshot{}, placingEpoch.Add(PlacingPatience)); len(d.Refused) != 1 || d.Refused[0].Err != errEmpty {
		t.Errorf("%+v, want %v", d, errEmpty)
	}
	wants := player(2)
	wants.Match = 10
	q.Add(wants, placingEpoch)
	if d := q.Step(&Snapshot{}, placingEpoch); len(d.Refused) != 1 || d.Refused[0].Err != errEmpty {
		t.Errorf("a player who wants a match: got %+v, expected %v", d, errEmpty)
	}
}

func TestASpectatorUsesNoSlot(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}, Matches: []Match{with(10, 1, 32), with(11, 1, 31)}}
	f.Matches[0].Rating = 2900
	for wants, got := range map[ID]ID{0: 10, 10: 10, 11: 11} {
		p := player(1)
		p.Spectate, p.Rating, p.Match = true, 300, wants
		if m := one(t, f, p); m != got {
			t.Errorf("a player who wants %v is sent to %v", wants, m)
		}
	}
	var q Queue
	for i := range 5 {
		p := player(uint64(i))
		p.Match, p.Spectate = 11, i < 4
		q.Add(p, placingEpoch)
	}
	if d := q.Step(f, placingEpoch); len(d.Seated) != 5 {
		t.Errorf("four spectators and a player go to the last slot: %+v", d)
	}
}

func TestASpectatorIsNoCompany(t *testing.T) {
	f := &Snapshot{Hosts: []Host{at(1, "")}}
	plays, watches := player(1), player(2)
	plays.Rating, watches.Rating, watches.Spectate = 1500, 2000, true
	var q Queue
	q.Add(plays, placingEpoch)
	q.Add(watches, placingEpoch)
	d := q.Step(f, placingEpoch)
	if len(d.Open) != 1 {
		t.Fatalf("a player without company plays at once: %+v", d)
	}
	m := with(10, 1, 0)
	m.Slots = 1
	if n := len(q.Opened(d.Open[0].Number, &m, placingEpoch)); n != 2 || q.players(&m) != 1 {
		t.Errorf("%d go there, %d count", n, q.players(&m))
	}
}
