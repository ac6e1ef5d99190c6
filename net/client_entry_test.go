package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net/link"
	"dogfight/proto"
)

// impostor is a host that somebody has written who does not know the password.
type impostor struct {
	*player
	far raw
}

// meets has a player who knows a password join an impostor that asks for it, up to his
// first message of the proof.
func meets(t *testing.T) (i *impostor, first *proto.ClientFirst) {
	t.Helper()
	i = &impostor{far: raw{t: t}}
	i.player = knowing("open sesame", func() link.Link {
		near, far := link.PipeOf(link.Here, "")
		i.far.Link = far
		return near
	})
	i.frame()
	among[*proto.Hello](t, i.far.heard())
	i.says(&proto.Reject{Code: proto.RejectPassword, Reason: "a password, please"})
	return i, among[*proto.ClientFirst](t, i.far.heard())
}

// says has the impostor say something, and the player hear it.
func (i *impostor) says(messages ...proto.Message) {
	i.far.say(messages...)
	for range 3 {
		i.frame()
		time.Sleep(time.Millisecond) // in which a proof is found: the bubble's time waits for it
	}
}

// unmasked expects that the player is gone, and says why.
func (i *impostor) unmasked(t *testing.T) {
	t.Helper()
	if i.view.Phase != Refused || !strings.Contains(i.view.Err.Error(), "this host does not know the password that you typed") {
		t.Errorf("phase %d, %v", i.view.Phase, i.view.Err)
	}
}

func TestAHostThatDoesNotKnowThePasswordIsUnmasked(t *testing.T) {
	welcome := &proto.Welcome{Version: proto.Version, Token: proto.Token{1}, TickRate: game.TickRate, Title: "Fun", Setup: testSetup(t)}
	for name, plays := range map[string]func(*impostor, *proto.ClientFirst){
		"welcomes at once":        func(i *impostor, _ *proto.ClientFirst) { i.says(welcome) },
		"asks for few iterations": func(i *impostor, f *proto.ClientFirst) { i.says(challenge(f, "1")) },
		"asks for too many":       func(i *impostor, f *proto.ClientFirst) { i.says(challenge(f, "2147483647")) },
		"asks for nonsense": func(i *impostor, _ *proto.ClientFirst) {
			i.says(&proto.ServerFirst{Text: "m=x,r=,s=,i=" + fewIterations})
		},
		"confirms out of order":  func(i *impostor, _ *proto.ClientFirst) { i.says(&proto.ServerFinal{Text: "v=AAAA"}) },
		"welcomes without proof": func(i *impostor, f *proto.ClientFirst) { i.says(challenge(f, fewIterations)); i.says(welcome) },
		"proves another password": func(i *impostor, f *proto.ClientFirst) {
			exam := newPasswordVerifier("guess", iterations).Examine(nil)
			text, _ := exam.Challenge(f.Text)
			i.says(&proto.ServerFirst{Text: text})
			i.says(&proto.ServerFinal{Text: "v=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}, welcome)
		},
		"challenges twice": func(i *impostor, f *proto.ClientFirst) {
			i.says(challenge(f, fewIterations), challenge(f, fewIterations))
		},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				i, first := meets(t)
				plays(i, first)
				i.unmasked(t)
			})
		})
	}
}

// challenge is one to which no host needs a password.
func challenge(first *proto.ClientFirst, iterations string) *proto.ServerFirst {
	_, nonce, _ := strings.Cut(first.Text, ",r=")
	return &proto.ServerFirst{Text: "r=" + nonce + "more,s=c2FsdHNhbHRzYWx0c2FsdA==,i=" + iterations}
}

func TestAnImpostorHearsNothingOfThePassword(t *testing.T) {
	bubble(t, func(t *testing.T) {
		i, first := meets(t)
		i.says(challenge(first, fewIterations))
		for _, m := range i.far.heard() {
			if strings.Contains(string(m.Append(nil)), "sesame") {
				t.Errorf("he hears %+v", m)
			}
		}
	})
}

func TestAHostThatChallengesAndFallsSilentIsGivenUp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		i, first := meets(t)
		i.says(challenge(first, fewIterations))
		for began := time.Now(); i.view.Phase == Joining && time.Since(began) < time.Minute; time.Sleep(tickTime(1)) {
			i.frame()
		}
		if i.view.Phase != Refused || i.view.Err != errNoAnswer {
			t.Errorf("phase %d, %v", i.view.Phase, i.view.Err)
		}
	})
}

func TestProofsOutOfOrderEndTheConnection(t *testing.T) {
	skipIfShort(t)
	first := &proto.ClientFirst{Text: "n,,n=,r=abcdef"}
	for name, says := range map[string][]proto.Message{
		"no first":      {&proto.ClientFinal{Text: "c=biws,r=,p="}},
		"two firsts":    {first, first},
		"nonsense":      {&proto.ClientFirst{Text: "sesame"}},
		"bound":         {&proto.ClientFirst{Text: "p=tls-exporter,,n=,r=abcdef"}}, // in memory
		"after a hello": {hello("Rex"), first},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				conf := HostConfig{Password: "open sesame"}
				if name == "after a hello" {
					conf.Password = ""
				}
				m := startMatch(t, conf)
				defer m.end()
				r := m.raw()
				r.say(says...)
				among[*proto.Kick](t, r.heard())
			})
		})
	}
}

func TestWhoIsChallengedAndFallsSilentIsHungUpOn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Password: "open sesame"})
		defer m.end()
		r := m.raw()
		r.say(&proto.ClientFirst{Text: "n,,n=,r=abcdef"})
		time.Sleep(answering)
		if r.Err() != nil {
			t.Error("a slow board is hung up on")
		}
		time.Sleep(proofWait + time.Second)
		if r.Err() == nil {
			t.Error("the link stays")
		}
	})
}
