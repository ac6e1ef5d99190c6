package carnage

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/testkit/dialects"
)

func TestASilentClientGetsNothing(t *testing.T) {
	r := newRig(t, 2)
	r.pass(60)
	if w := r.session.Intent(); r.client.records > 0 || r.client.hello != nil || w.Presence != dialect.Absent || !w.Ready {
		t.Errorf("%d records, %+v, %+v", r.client.records, r.client.hello, w)
	}
}

func TestAGoodHelloIsAnsweredWithTheTables(t *testing.T) {
	r := newRig(t, 2)
	r.match.Setup.TimeLimit = 90 * game.TickRate
	r.send(&HelloRequest{Version: version})
	if r.client.hello != nil || r.session.Intent().Presence != dialect.Watching {
		t.Fatalf("before there is a match: %+v, %+v", r.client.hello, r.session.Intent())
	}
	r.pass(1)
	h := r.client.hello
	if h == nil || !h.Okay || h.LevelData != r.match.Setup.Arena.Text() {
		t.Fatalf("the answer is %+v", h)
	}
	for _, c := range []struct{ came, want string }{
		{h.ServerGlobals, `{"arena":"test","width":800,"height":368,"tileSize":8,"mode":"deathmatch","teams":0,` +
			`"friendlyFire":false,"timeLimit":90,"scoreLimit":0,"playerRadius":6,"barrelRadius":6,"blastRadius":40,` +
			`"tickRate":60,"recordRate":20}`},
		{h.Weapons, `[{"name":"cannon","title":"Cannon","shots":5,"fan":1,"speed":360,"damage":1,"cooldown":0.15,"life":1.4,"reach":0}]`},
		{h.Classes, `[{"name":"fighter","title":"Fighter","hp":5,"topSpeed":150,"thrust":351.5625,"brake":239.0625}]`},
	} {
		if c.came != c.want || !json.Valid([]byte(c.came)) {
			t.Errorf("expected\n%s, got\n%s", c.want, c.came)
		}
	}
}

func TestWhereThereIsNothingToSeeYetNothingIsShown(t *testing.T) {
	r := newRig(t, 1)
	r.send(&HelloRequest{Version: version})
	for range 6 {
		if err := r.session.Tick(&dialect.Scene{Setup: r.match.Setup, Me: -1}, r.sent.Send); err != nil {
			t.Fatal(err)
		}
	}
	if r.listen(); r.client.hello == nil || r.client.records > 0 {
		t.Errorf("%+v and %d records", r.client.hello, r.client.records)
	}
}

func TestAnotherVersionIsRefusedAndThenAnyMessageEndsIt(t *testing.T) {
	r := newRig(t, 1)
	r.send(&HelloRequest{Version: 2})
	if r.ended != nil || r.client.hello == nil || r.client.hello.Okay {
		t.Fatalf("the answer is %+v: %v", r.client.hello, r.ended)
	}
	r.pass(60)
	if r.client.records > 0 || r.session.Intent().Presence != dialect.Absent {
		t.Errorf("a refused client sees the match")
	}
	r.send(&HelloRequest{Version: version})
	r.endsWith("SS_CLOSE_ON_MESSAGE: message must be the end, got MT_HELLO_REQUEST")
}

func TestEveryStateAcceptsItsMessageAlone(t *testing.T) {
	states := []struct {
		name  string
		reach func(*rig)
		takes Type
	}{
		{"SS_WAITING_FOR_HELLO_REQUEST", func(*rig) {}, HelloRequestType},
		{"SS_WAITING_FOR_SPAWN_REQUEST", func(r *rig) { r.send(&HelloRequest{Version: version}); r.pass(1) }, SpawnRequestType},
		{"SS_PLAYING", func(r *rig) { r.join() }, InputsType},
		{"SS_CLOSE_ON_MESSAGE", func(r *rig) { r.send(&HelloRequest{}) }, 99},
	}
	for _, state := range states {
		for number := range kinds {
			r := newRig(t, 2)
			if state.reach(r); r.ended != nil {
				t.Fatalf("%s: %v", state.name, r.ended)
			}
			m := kinds[number].make()
			r.send(m)
			if m.Type() == state.takes {
				if r.ended != nil {
					t.Errorf("%s: %v", state.name, r.ended)
				}
				continue
			}
			if r.ended == nil || !strings.HasPrefix(r.ended.Error(), state.name+": message must be") ||
				!strings.HasSuffix(r.ended.Error(), "got "+m.Type().String()) {
				t.Errorf("%s: %v gave %v", state.name, m.Type(), r.ended)
			}
		}
	}
}

func TestASpawnIsRefusedForTheFirstThingThatIsWrong(t *testing.T) {
	r := newRig(t, 1)
	r.send(&HelloRequest{Version: version})
	r.pass(1)
	for _, c := range []struct {
		m    SpawnRequest
		want SpawnStatus
	}{
		{SpawnRequest{"", 9, 9}, BadName},
		{SpawnRequest{"  ", 0, 0}, BadName},
		{SpawnRequest{strings.Repeat("n", 25), 0, 0}, BadName},
		{SpawnRequest{strings.Repeat("n", 4000), 0, 0}, BadName},
		{SpawnRequest{"a\x1b[2J", 0, 0}, BadName},
		{SpawnRequest{"\xff", 0, 0}, BadName},
		{SpawnRequest{"Ann", 1, 1}, BadWeapon},
		{SpawnRequest{"Ann", 0, 1}, BadClass},
		{SpawnRequest{"Ann", 0, 255}, BadClass},
		{SpawnRequest{" Zoë 🚀 ", 0, 0}, Spawned},
	} {
		r.client.status = nil
		r.send(&c.m)
		if r.ended != nil || r.client.status == nil || r.client.status.Status != c.want {
			t.Fatalf("%+v: %+v, %v", c.m, r.client.status, r.ended)
		}
		if flying := r.session.Intent().Presence == dialect.Flying; flying != (c.want == Spawned) {
			t.Errorf("%+v: flying is %v", c.m, flying)
		}
	}
	if w := r.session.Intent(); w.Name != "Zoë 🚀" {
		t.Errorf("the name is %q", w.Name)
	}
}

func TestAReservedNameIsReplacedByTheHosts(t *testing.T) {
	for _, name := range []string{"0.0.0.0/0", "34", "the host", "SHA256:x"} {
		r := newRig(t, 1)
		r.send(&HelloRequest{Version: version})
		r.pass(1)
		r.send(&SpawnRequest{name, 0, 0})
		if w := r.session.Intent(); r.client.status == nil || r.client.status.Status != Spawned || w.Presence != dialect.Flying || w.Name != "" {
			t.Errorf("%q: the answer is %+v, the intent %+v", name, r.client.status, w)
		}
	}
}

func TestHelloAndSpawnMayArriveTogetherBeforeThereIsAMatch(t *testing.T) {
	var breath []byte
	for _, m := range []Message{
		&HelloRequest{Version: version}, &SpawnRequest{Name: ""}, &SpawnRequest{Name: "Ann"}, &Inputs{Down: Up},
	} {
		breath = Wire{}.Append(breath, m)
	}
	for _, cut := range []int{1, 3, 9, len(breath)} {
		r := newRig(t, 2)
		for segment := range slices.Chunk(breath, cut) {
			if err := r.session.Receive(dialect.Main, segment, r.sent.Send); err != nil {
				t.Fatal(err)
			}
		}
		var nothing dialect.Scene
		if err := r.session.Tick(&nothing, r.sent.Send); err != nil || len(r.sent.Packets) > 0 {
			t.Fatalf("%v, sent %v", err, r.sent.Packets)
		}
		r.pass(1)
		if r.client.hello == nil || r.client.status == nil || r.client.status.Status != Spawned || r.ended != nil {
			t.Fatalf("segments of %d: %+v, %+v, %v", cut, r.client.hello, r.client.status, r.ended)
		}
		r.pass(6)
		if r.client.me != 1 || r.ship(0).Facing != game.Up || r.ship(0).VY >= 0 {
			t.Errorf("segments of %d: own entity %d, ship %+v", cut, r.client.me, r.ship(0))
		}
	}
}

func TestTypesOfFourBytesAreAnsweredInKind(t *testing.T) {
	r := newMessageRig(t, 2)
	r.join()
	r.send(&Inputs{Down: Right})
	r.pass(30)
	if p := r.client.mine(); p == nil || p.Name != "Pilot 0" || r.ship(0).VX <= 0 {
		t.Errorf("%+v flies as %+v", p, r.ship(0))
	}
	stream := newRig(t, 1)
	stream.client.wire.Wide = true
	stream.join()
}

func TestTheLastMessageIsAHelloThatIsNotOkay(t *testing.T) {
	for _, c := range []struct {
		name  string
		reach func(*rig)
		want  []byte
	}{
		{"before the hello", func(*rig) {}, []byte{2, 0, 0, 0, 1, 0}},
		{"before the answer", func(r *rig) { r.send(&HelloRequest{Version: version}) }, []byte{2, 0, 0, 0, 1, 0}},
		{"later", func(r *rig) { r.join() }, nil},
		{"refused", func(r *rig) { r.send(&HelloRequest{}) }, nil},
	} {
		r := newRig(t, 1)
		c.reach(r)
		r.session.End("the host is full", r.sent.Send)
		if came := bytes.Join(r.sent.Take(dialect.Main), nil); !bytes.Equal(came, c.want) {
			t.Errorf("%s: expected %x, got %x", c.name, c.want, came)
		}
	}
}

func TestAClientThatDoesNotStopBeforeItIsAnsweredEnds(t *testing.T) {
	r := newRig(t, 1)
	r.send(&HelloRequest{Version: version})
	for range 1000 {
		if r.send(&Inputs{}); r.ended != nil {
			break
		}
	}
	r.endsWith("more than 4092 bytes before MT_HELLO_RESPONSE")
	if n := cap(r.session.in.held); n > 2*LongestRequest {
		t.Errorf("%d bytes can be held", n)
	}
}

func TestWholeMessagesHaveNoLength(t *testing.T) {
	for _, c := range []struct {
		p    []byte
		want string
	}{
		{nil, "message length must be 1 to 4092, got 0"},
		{make([]byte, LongestRequest+1), "message length must be 1 to 4092, got 4093"},
		{[]byte{0, 1, 0, 0}, "MT_HELLO_REQUEST: version must be 4 bytes, got 3"},
		{[]byte{0, 1, 0, 0, 0}, ""},
	} {
		err := NewMessageSession().Receive(dialect.Main, c.p, func(dialect.Channel, []byte) {})
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%d bytes: expected %q, got %v", len(c.p), c.want, err)
		}
	}
}

func TestNoiseEndsTheSessionAndFillsNothing(t *testing.T) {
	noise := make([]byte, 1<<20)
	random := rand.NewChaCha8([32]byte{1})
	for seed := range 50 {
		random.Read(noise)
		s := NewSession()
		if seed%2 == 1 { // a valid length
			copy(noise, []byte{0xfc, 0x0f, 0, 0})
		}
		err := s.Receive(dialect.Main, noise, func(dialect.Channel, []byte) { t.Error("noise is answered") })
		if err == nil || cap(s.in.held) > 2*LongestRequest {
			t.Fatalf("%v, %d bytes can be held", err, cap(s.in.held))
		}
	}
}

func TestNumbersThatAreNoneEndTheSession(t *testing.T) {
	for _, angle := range []string{"0000c07f", "0000807f", "000080ff", "ffffffff"} {
		r := newRig(t, 1)
		r.join()
		r.ended = r.session.Receive(dialect.Main, bytesOf(t, "06000000 04 "+angle+" 10"), r.sent.Send)
		if r.ended == nil || !strings.Contains(r.ended.Error(), "must be finite") {
			t.Errorf("%s: %v", angle, r.ended)
		}
	}
}

func TestASilentClientLosesItsPlace(t *testing.T) {
	for _, c := range []struct {
		reach func(*rig)
		limit int
		want  string
	}{
		{func(*rig) {}, maxSilence, "SS_WAITING_FOR_HELLO_REQUEST: nothing received for 30 s"},
		{func(r *rig) { r.send(&HelloRequest{}) }, maxSilence, "SS_CLOSE_ON_MESSAGE: nothing received for 30 s"},
		{func(r *rig) { r.send(&HelloRequest{Version: version}) }, menuSilence, "SS_WAITING_FOR_SPAWN_REQUEST: nothing received for 300 s"},
		{func(r *rig) { r.join(); r.send(&Inputs{}) }, maxSilence, "SS_PLAYING: nothing received for 30 s"},
	} {
		r := newRig(t, 1)
		c.reach(r)
		var nothing dialect.Scene
		half := (Wire{}).Append(nil, &Inputs{})[:2]
		for range c.limit {
			if r.ended = r.session.Tick(&nothing, r.sent.Send); r.ended != nil {
				t.Fatal(r.ended)
			}
		}
		if err := r.session.Receive(dialect.Main, half, r.sent.Send); err != nil {
			t.Fatal(err) // half a message has no effect
		}
		r.ended = r.session.Tick(&nothing, r.sent.Send)
		r.endsWith(c.want)
	}
}

// FuzzSession: any bytes in any segments cause no panic and no growth, and all answers are valid.
func FuzzSession(f *testing.F) {
	var talk []byte
	for _, m := range []Message{
		&HelloRequest{Version: version}, &SpawnRequest{Name: "Ann"}, &Inputs{Angle: 2, Down: Fire}, &Inputs{Down: Up | Special},
	} {
		talk = Wire{}.Append(talk, m)
	}
	f.Add(talk, uint8(1), false)
	f.Add(talk, uint8(7), false)
	f.Add(append(talk, 0xff, 0xff, 0xff, 0xff), uint8(255), false)
	f.Add(bytesOf(f, "00 01000000"), uint8(5), true)
	m := dialects.Melee(4, 120)
	f.Fuzz(func(t *testing.T, p []byte, cut uint8, whole bool) {
		s := newSession(whole)
		c := client{in: NewDecoder(LongestResponse), entities: map[uint32]Entity{}}
		c.wire = Wire{Whole: whole}
		hear := func(_ dialect.Channel, p []byte) {
			c.wire.Wide = s.wire.Wide
			c.receive(t, p)
		}
		for tick := 0; len(p) > 0; tick++ {
			n := min(len(p), int(cut)+1)
			if s.Receive(dialect.Main, p[:n], hear) != nil || s.Tick(&m.Scene, hear) != nil {
				break
			}
			if p = p[n:]; !s.Intent().Input.Valid() {
				t.Fatalf("wants the input %08b", s.Intent().Input)
			}
		}
		s.End("", hear)
		if n := cap(s.in.held); n > 2*LongestRequest {
			t.Errorf("%d bytes can be held", n)
		}
	})
}
