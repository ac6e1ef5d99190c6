package lightracer_test

import (
	"strings"
	"testing"

	"dogfight/game"
	"dogfight/proto/dialect"
	"dogfight/proto/dialect/dialecttest"
	"dogfight/proto/dialect/lightracer"
)

func TestTooManyLinesEndTheSession(t *testing.T) {
	r := joined(t, dialecttest.NewMatch(2))
	say := func(lines int) error {
		return r.session.Receive(dialect.Main, []byte(strings.Repeat("\n", lines)), r.sent.Send)
	}
	for range 10 * game.TickRate { // 60 a second
		if err := say(1); err != nil {
			t.Fatal(err)
		}
		r.tick(1)
	}
	if err := say(2 * game.TickRate); err != nil {
		t.Errorf("what two seconds have room for is too much: %v", err)
	}
	r.said()
	if err := say(3); err == nil {
		t.Error("three lines more are let pass")
	}
	if r.listen(); r.said() != "ERROR "+lightracer.ErrTalk.Error() {
		t.Error("the racer was not told why the session ends, once")
	}
}

func TestSettingsAreChangedOnceASecondAtMost(t *testing.T) {
	changes := 0
	m := dialecttest.NewMatch(2)
	r := newRacer(t, m)
	r.session = lightracer.NewSession(lightracer.Config{testToken, 7001, func(string, string) error { changes++; return nil }})
	m.Scene.Leads = true
	r.say(&lightracer.Join{Name: "Zoë"})
	r.tick(1)
	for second := range 10 {
		for range 30 {
			r.say(&lightracer.Set{"bots", "4"})
		}
		if want := 6 + second; changes != want {
			t.Fatalf("after %d s: %d changes, expected %d", second, changes, want)
		}
		if said := r.said(); !strings.HasSuffix(said, "ERROR SET must be at most one a second") {
			t.Fatalf("the racer was told %q", said)
		}
		r.tick(game.TickRate)
	}
}
