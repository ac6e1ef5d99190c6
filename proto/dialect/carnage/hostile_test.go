package carnage

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dogfight/proto/dialect"
)

func TestAClientThatDoesNotStopBeforeItIsAnsweredEnds(t *testing.T) {
	r := newRig(t, 1)
	r.say(&HelloRequest{Version: version})
	for range 1000 {
		if r.say(&Inputs{}); r.gone != nil {
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
		r.gone = r.session.Receive(dialect.Main, bytesOf(t, "06000000 04 "+angle+" 10"), r.sent.Send)
		if r.gone == nil || !strings.Contains(r.gone.Error(), "must be finite") {
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
		{func(*rig) {}, silent, "SS_WAITING_FOR_HELLO_REQUEST: nothing received for 30 s"},
		{func(r *rig) { r.say(&HelloRequest{}) }, silent, "SS_CLOSE_ON_MESSAGE: nothing received for 30 s"},
		{func(r *rig) { r.say(&HelloRequest{Version: version}) }, atMenu, "SS_WAITING_FOR_SPAWN_REQUEST: nothing received for 300 s"},
		{func(r *rig) { r.join(); r.say(&Inputs{}) }, silent, "SS_PLAYING: nothing received for 30 s"},
	} {
		r := newRig(t, 1)
		c.reach(r)
		var nothing dialect.Scene
		half := (Wire{}).Append(nil, &Inputs{})[:2]
		for range c.limit {
			if r.gone = r.session.Tick(&nothing, r.sent.Send); r.gone != nil {
				t.Fatal(r.gone)
			}
		}
		if err := r.session.Receive(dialect.Main, half, r.sent.Send); err != nil {
			t.Fatal(err) // half a message is as good as none
		}
		r.gone = r.session.Tick(&nothing, r.sent.Send)
		r.endsWith(c.want)
	}
}
