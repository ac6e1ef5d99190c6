package net

import (
	"errors"
	"strings"
	"testing"

	"dogfight/testkit"
)

// few iterations take no time. What depends on their number is tested with the real one.
const few = 100

// final waits for the answer to a challenge.
func final(t testing.TB, p *passwordProof, challenge string) string {
	t.Helper()
	if err := p.Answer(challenge); err != nil {
		t.Fatal(err)
	}
	var text string
	testkit.Until(t, "the answer to a challenge is found", func() bool {
		found, ok, err := p.Final()
		if err != nil {
			t.Fatal(err)
		}
		text = found
		return ok
	})
	return text
}

// proves has somebody prove a password over a channel that either end knows by a name.
func proves(t testing.TB, v *passwordVerifier, p *passwordProver, near, far []byte) (proof *passwordProof, answer string, err error) {
	t.Helper()
	proof, exam := p.Begin(near), v.Examine(far)
	challenge, err := exam.Challenge(proof.First())
	if err != nil {
		return proof, "", err
	}
	answer, err = exam.Verdict(final(t, proof, challenge))
	return proof, answer, err
}

func TestTheRightPasswordIsProvenBothWaysAndTellsNothingOfItself(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	for name, channel := range map[string][]byte{"bound": []byte("a channel"), "unbound": nil} {
		proof, answer, err := proves(t, v, newPasswordProver("open sesame", few), channel, channel)
		if err != nil || proof.Confirm(answer) != nil || !proof.Confirmed() {
			t.Errorf("%s: %v, confirmed %v", name, err, proof.Confirmed())
		}
	}
}

func TestAnotherPasswordIsNotProven(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	for _, text := range []string{"open sesam", "Open sesame", "", "open sesame "} {
		if _, _, err := proves(t, v, newPasswordProver(text, few), nil, nil); err != errWrongPassword {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := proves(t, v, unlikelyPassword(few), nil, nil); err != errWrongPassword {
		t.Errorf("noise: %v", err)
	}
}

func TestAProofIsBoundToItsChannel(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	p := newPasswordProver("open sesame", few)
	if _, _, err := proves(t, v, p, []byte("to the relay"), []byte("from the relay")); err != errRelayedPassword {
		t.Errorf("two channels: %v", err)
	}
	if _, _, err := proves(t, v, p, nil, []byte("a channel")); err == nil {
		t.Error("a proof that is bound to nothing is taken where there is a channel to bind it to")
	}
	if _, _, err := proves(t, v, p, []byte("a channel"), nil); err == nil {
		t.Error("a bound proof is taken where there is nothing to bind it to")
	}
}

func TestWhoTurnsABoundProofIntoAnotherBreaksIt(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	proof, exam := newPasswordProver("open sesame", few).Begin([]byte("to the relay")), v.Examine([]byte("from the relay"))
	challenge, _ := exam.Challenge(proof.First())
	text := final(t, proof, challenge)
	_, rest, _ := strings.Cut(text, ",")
	forged := "c=" + "cD10bHMtZXhwb3J0ZXIsLGZyb20gdGhlIHJlbGF5" + "," + rest // "p=tls-exporter,,from the relay"
	if _, err := exam.Verdict(forged); err != errWrongPassword {
		t.Errorf("the verdict is %v", err)
	}
}

func TestAHostThatDoesNotKnowThePasswordConfirmsNothing(t *testing.T) {
	p := newPasswordProver("open sesame", few)
	proof := p.Begin(nil)
	challenge, _ := newPasswordVerifier("guess", few).Examine(nil).Challenge(proof.First())
	final(t, proof, challenge)
	for _, answer := range []string{"", "v=", "v=AAAA", "e=other-error", "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="} {
		if err := proof.Confirm(answer); err != errImpostorHost || proof.Confirmed() {
			t.Errorf("%q: %v", answer, err)
		}
	}
}

func TestHowAPasswordWasTypedDoesNotMatter(t *testing.T) {
	v := newPasswordVerifier("Zoe\u0308 \U0001f680", few) // composed on one system, apart on another
	if _, _, err := proves(t, v, newPasswordProver("Zo\u00eb \U0001f680", few), nil, nil); err != nil {
		t.Error(err)
	}
	if !v.Is("Zo\u00eb \U0001f680") || v.Is("Zoe \U0001f680") {
		t.Error("of typed ones it does")
	}
}

func TestChallengesThatNoHostOfOursWouldSendAreNotAnswered(t *testing.T) {
	for _, challenge := range []string{
		"", "r=,s=,i=", "r=a,s=c2FsdA==,i=599999", "r=a,s=c2FsdA==,i=2400001", "r=a,s=c2FsdA==,i=-1",
		"r=a,s=c2FsdA==,i=600000,x=1", "m=a,s=c2FsdA==,i=600000", "r=a,s=c2FsdA==,i=99999999999999999999",
	} {
		p := newPasswordProver("open sesame", passwordIterations).Begin(nil)
		p.First()
		if err := p.Answer(challenge); !errors.Is(err, errImpostorHost) || p.Busy() {
			t.Errorf("%q: %v", challenge, err)
		}
	}
}

func TestMostWrongPasswordsAreUnlikely(t *testing.T) {
	v := newPasswordVerifier("open sesame", few)
	likely := 0
	for i := range 1 << 12 {
		if v.Likely(strings.Repeat("x", 1+i%64) + string(rune('a'+i/64))) {
			likely++
		}
	}
	if !v.Likely("open sesame") || likely > 64 { // 16 of 4,096 on average
		t.Errorf("%d wrong ones of %d are likely, the right one %v", likely, 1<<12, v.Likely("open sesame"))
	}
}

func FuzzExam(f *testing.F) {
	f.Add("n,,n=,r=ab", "c=biws,r=ab,p=AAAA")
	f.Add("p=tls-exporter,,n=,r=ab", "")
	f.Add("y,a=x,n=y,r=z,m=1", "c=,r=,x=,p=")
	v := newPasswordVerifier("open sesame", few)
	f.Fuzz(func(t *testing.T, first, last string) {
		for _, channel := range [][]byte{nil, []byte("a channel")} {
			e := v.Examine(channel)
			if _, err := e.Challenge(first); err != nil {
				continue
			}
			if _, err := e.Verdict(last); err == nil {
				t.Errorf("%q and %q prove the password", first, last)
			}
		}
	})
}

func BenchmarkExam(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	b.ReportAllocs()
	for b.Loop() {
		e := v.Examine(nil)
		challenge, _ := e.Challenge("n,,n=,r=abcdefghijklmnopqrstuvwxyzabcdef")
		nonce, _, _ := strings.Cut(challenge, ",")
		e.Verdict("c=biws," + nonce + ",p=" + strings.Repeat("A", 43) + "=")
	}
}

func BenchmarkUnlikelyTyped(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for b.Loop() {
		v.Likely("guess")
	}
}

func BenchmarkProof(b *testing.B) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for b.Loop() {
		proves(b, v, newPasswordProver("open sesame", passwordIterations), nil, nil)
	}
}

// TestTheAnswerIsFoundInTheBackground takes as many iterations as programs do. They take so long that they are hardly ever done when Answer
// returns, and never each time.
func TestTheAnswerIsFoundInTheBackground(t *testing.T) {
	v := newPasswordVerifier("open sesame", passwordIterations)
	for try := 0; ; try++ {
		p, exam := newPasswordProver("open sesame", passwordIterations).Begin(nil), v.Examine(nil)
		challenge, _ := exam.Challenge(p.First())
		if err := p.Answer(challenge); err != nil {
			t.Fatal(err)
		}
		text, found, _ := p.Final()
		busy := p.Busy()
		testkit.Until(t, "the answer is found", func() bool {
			if p.Busy() {
				text, _, _ = p.Final()
			}
			return !p.Busy()
		})
		if answer, err := exam.Verdict(text); err != nil || p.Confirm(answer) != nil || !p.Confirmed() {
			t.Fatalf("%v, confirmed %v", err, p.Confirmed())
		}
		if !found && busy {
			return
		}
		if try == 20 {
			t.Fatal("Answer returns when the answer is found")
		}
	}
}
