package sound

import "testing"

func TestWhereThereIsRoomForFewWhatThePlayerMustHearIsPicked(t *testing.T) {
	cues := []Cue{
		{Effect: Cannon, Gain: 0.2}, {Effect: Explosion, Gain: 0.5}, {Effect: Hurt, Gain: 1}, {Effect: Cannon, Gain: 1},
		{Effect: Struck, Gain: 0.1}, {Effect: Effects, Gain: 1}, {Effect: Silence, Gain: 1},
	}
	got := Pick(cues, 4)
	want := []Effect{Hurt, Struck, Explosion, Cannon}
	if len(got) != len(want) {
		t.Fatalf("picked %+v", got)
	}
	for i, e := range want {
		if got[i].Effect != e {
			t.Errorf("%d is %v, expected %v", i, got[i].Effect, e)
		}
	}
	if got[3].Gain != 1 {
		t.Errorf("the cannon that was picked is the one of gain %v", got[3].Gain)
	}
}

func TestNoMoreOfAnEffectIsPickedThanIsHeardAtOnce(t *testing.T) {
	var cues []Cue
	for range 64 {
		cues = append(cues, Cue{Effect: Cannon, Gain: 0.5}, Cue{Effect: Death, Gain: 1})
	}
	if got := Pick(cues, 100); len(got) != Cannon.Place().Voices+1 {
		t.Errorf("picked %d", len(got))
	}
}

func TestEachEffectHasANameOfItsOwn(t *testing.T) {
	seen := map[string]Effect{}
	for e := range Effects {
		name := e.String()
		if other, ok := seen[name]; ok || name == "" != (e == Silence) {
			t.Errorf("effect %d is called %q, as is %d", e, name, other)
		}
		seen[name] = e
	}
}
