package carnage

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
)

func TestNothingIsSaidToWhoSaysNothing(t *testing.T) {
	r := newRig(t, 2)
	r.pass(60)
	if w := r.session.Intent(); r.client.records > 0 || r.client.hello != nil || w.Presence != dialect.Absent || !w.Ready {
		t.Errorf("%d records, %+v, %+v", r.client.records, r.client.hello, w)
	}
}

func TestAGoodHelloIsAnsweredWithTheTables(t *testing.T) {
	r := newRig(t, 2)
	r.match.Setup.TimeLimit = 90 * game.TickRate
	r.say(&HelloRequest{Version: version})
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
			t.Errorf("expected\n%s, came\n%s", c.want, c.came)
		}
	}
}

func TestWhereThereIsNothingToSeeYetNothingIsShown(t *testing.T) {
	r := newRig(t, 1)
	r.say(&HelloRequest{Version: version})
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
	r.say(&HelloRequest{Version: 2})
	if r.gone != nil || r.client.hello == nil || r.client.hello.Okay {
		t.Fatalf("the answer is %+v: %v", r.client.hello, r.gone)
	}
	r.pass(60)
	if r.client.records > 0 || r.session.Intent().Presence != dialect.Absent {
		t.Errorf("a refused client sees the match")
	}
	r.say(&HelloRequest{Version: version})
	r.endsWith("SS_CLOSE_ON_MESSAGE: message must be the end, got MT_HELLO_REQUEST")
}

func TestEveryStateTakesItsMessageAndNoOther(t *testing.T) {
	states := []struct {
		name  string
		reach func(*rig)
		takes Type
	}{
		{"SS_WAITING_FOR_HELLO_REQUEST", func(*rig) {}, HelloRequestType},
		{"SS_WAITING_FOR_SPAWN_REQUEST", func(r *rig) { r.say(&HelloRequest{Version: version}); r.pass(1) }, SpawnRequestType},
		{"SS_PLAYING", func(r *rig) { r.join() }, InputsType},
		{"SS_CLOSE_ON_MESSAGE", func(r *rig) { r.say(&HelloRequest{}) }, 99},
	}
	for _, state := range states {
		for number := range typeNames {
			r := newRig(t, 2)
			if state.reach(r); r.gone != nil {
				t.Fatalf("%s: %v", state.name, r.gone)
			}
			m := newMessage(Type(number))
			r.say(m)
			if m.Type() == state.takes {
				if r.gone != nil {
					t.Errorf("%s: %v", state.name, r.gone)
				}
				continue
			}
			if r.gone == nil || !strings.HasPrefix(r.gone.Error(), state.name+": message must be") ||
				!strings.HasSuffix(r.gone.Error(), "got "+m.Type().String()) {
				t.Errorf("%s: %v gave %v", state.name, m.Type(), r.gone)
			}
		}
	}
}

func TestASpawnIsRefusedForTheFirstThingThatIsWrong(t *testing.T) {
	r := newRig(t, 1)
	r.say(&HelloRequest{Version: version})
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
		r.say(&c.m)
		if r.gone != nil || r.client.status == nil || r.client.status.Status != c.want {
			t.Fatalf("%+v: %+v, %v", c.m, r.client.status, r.gone)
		}
		if flying := r.session.Intent().Presence == dialect.Flying; flying != (c.want == Spawned) {
			t.Errorf("%+v: flying is %v", c.m, flying)
		}
	}
	if w := r.session.Intent(); w.Name != "Zoë 🚀" {
		t.Errorf("the name is %q", w.Name)
	}
}

func TestWhoseNameIsReservedGetsOneOfTheHosts(t *testing.T) {
	for _, name := range []string{"0.0.0.0/0", "34", "the host", "SHA256:x"} {
		r := newRig(t, 1)
		r.say(&HelloRequest{Version: version})
		r.pass(1)
		r.say(&SpawnRequest{name, 0, 0})
		if w := r.session.Intent(); r.client.status == nil || r.client.status.Status != Spawned || w.Presence != dialect.Flying || w.Name != "" {
			t.Errorf("%q: the answer is %+v, the intent %+v", name, r.client.status, w)
		}
	}
}

func TestHelloAndSpawnMayComeInOneBreathBeforeThereIsAMatch(t *testing.T) {
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
			t.Fatalf("%v, said %v", err, r.sent.Packets)
		}
		r.pass(1)
		if r.client.hello == nil || r.client.status == nil || r.client.status.Status != Spawned || r.gone != nil {
			t.Fatalf("segments of %d: %+v, %+v, %v", cut, r.client.hello, r.client.status, r.gone)
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
	r.say(&Inputs{Down: Right})
	r.pass(30)
	if p := r.client.mine(); p == nil || p.Name != "Pilot 0" || r.ship(0).VX <= 0 {
		t.Errorf("%+v flies as %+v", p, r.ship(0))
	}
	stream := newRig(t, 1)
	stream.client.wire.Wide = true
	stream.join()
}

func TestTheLastWordIsThatTheHelloIsNotOkay(t *testing.T) {
	for _, c := range []struct {
		name  string
		reach func(*rig)
		want  []byte
	}{
		{"before the hello", func(*rig) {}, []byte{2, 0, 0, 0, 1, 0}},
		{"before the answer", func(r *rig) { r.say(&HelloRequest{Version: version}) }, []byte{2, 0, 0, 0, 1, 0}},
		{"later", func(r *rig) { r.join() }, nil},
		{"refused", func(r *rig) { r.say(&HelloRequest{}) }, nil},
	} {
		r := newRig(t, 1)
		c.reach(r)
		r.session.End("the host is full", r.sent.Send)
		if came := bytes.Join(r.sent.Take(dialect.Main), nil); !bytes.Equal(came, c.want) {
			t.Errorf("%s: expected %x, came %x", c.name, c.want, came)
		}
	}
}
