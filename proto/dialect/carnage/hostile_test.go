package carnage

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/proto/dialect"
)

func TestAClientThatDoesNotStopBeforeItIsAnsweredEnds(t *testing.T) {
	r := newRig(t, 1)
	r.say(&HelloRequest{Version: Version})
	for range 1000 {
		if r.say(&Inputs{}); r.gone != nil {
			break
		}
	}
	r.endsWith("expected a pause until MT_HELLO_RESPONSE, more than 4092 bytes came")
	if n := cap(r.session.in.held); n > 2*longestRequest {
		t.Errorf("%d bytes can be held", n)
	}
}

func TestWholeMessagesHaveNoLength(t *testing.T) {
	for _, c := range []struct {
		p    []byte
		want string
	}{
		{nil, "length of a message: expected 1 to 4092, 0 came"},
		{make([]byte, longestRequest+1), "length of a message: expected 1 to 4092, 4093 came"},
		{[]byte{0, 1, 0, 0}, "MT_HELLO_REQUEST: version: expected 4 bytes, 3 came"},
		{[]byte{0, 1, 0, 0, 0}, ""},
	} {
		err := NewMessageSession().Hear(dialect.Main, c.p, func(dialect.Channel, []byte) {})
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%d bytes: expected %q, %v came", len(c.p), c.want, err)
		}
	}
}

func TestNoiseEndsTheSessionAndFillsNothing(t *testing.T) {
	noise := make([]byte, 1<<20)
	random := rand.NewChaCha8([32]byte{1})
	for seed := range 50 {
		random.Read(noise)
		s := NewSession()
		if seed%2 == 1 { // a length that is none to refuse
			copy(noise, []byte{0xfc, 0x0f, 0, 0})
		}
		err := s.Hear(dialect.Main, noise, func(dialect.Channel, []byte) { t.Error("noise is answered") })
		if err == nil || cap(s.in.held) > 2*longestRequest {
			t.Fatalf("%v, %d bytes can be held", err, cap(s.in.held))
		}
	}
}

func TestNumbersThatAreNoneEndTheSession(t *testing.T) {
	for _, angle := range []string{"0000c07f", "0000807f", "000080ff", "ffffffff"} {
		r := newRig(t, 1)
		r.join()
		r.gone = r.session.Hear(dialect.Main, bytesOf(t, "06000000 04 "+angle+" 10"), r.ear.Send)
		if r.gone == nil || !strings.Contains(r.gone.Error(), "expected a finite number") {
			t.Errorf("%s: %v", angle, r.gone)
		}
	}
}

func TestWhoFallsSilentLosesHisPlace(t *testing.T) {
	for _, c := range []struct {
		reach func(*rig)
		limit int
		want  string
	}{
		{func(*rig) {}, silent, "SS_WAITING_FOR_HELLO_REQUEST: expected a message within 30 s, none came"},
		{func(r *rig) { r.say(&HelloRequest{}) }, silent, "SS_CLOSE_ON_MESSAGE: expected a message within 30 s, none came"},
		{func(r *rig) { r.say(&HelloRequest{Version: Version}) }, atMenu, "SS_WAITING_FOR_SPAWN_REQUEST: expected a message within 300 s, none came"},
		{func(r *rig) { r.join(); r.say(&Inputs{}) }, silent, "SS_PLAYING: expected a message within 30 s, none came"},
	} {
		r := newRig(t, 1)
		c.reach(r)
		var nothing dialect.Scene
		half := (Wire{}).Append(nil, &Inputs{})[:2]
		for range c.limit {
			if r.gone = r.session.Tick(&nothing, r.ear.Send); r.gone != nil {
				t.Fatal(r.gone)
			}
		}
		if err := r.session.Hear(dialect.Main, half, r.ear.Send); err != nil {
			t.Fatal(err) // half a message is as good as none
		}
		r.gone = r.session.Tick(&nothing, r.ear.Send)
		r.endsWith(c.want)
	}
}
