package net

import (
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

// answerTo returns what a host answers.
func (m *testMatch) answerTo(q proto.Query) proto.Answer {
	m.t.Helper()
	a, err := proto.ParseAnswer(m.host.Answer(q.Append(nil), nil))
	if err != nil {
		m.t.Fatal(err)
	}
	return a
}

func TestHostAnswersAQueryWithWhatIsPlayedNow(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{Title: "Fun", ID: 77}, played{Bots: 3})
		defer m.end()
		p := newPilot(ClientConfig{Dial: m.pipe, Name: "Ann"})
		m.fly(2*time.Second, p)
		got := m.answerTo(proto.Query{Nonce: 5})
		want := proto.Answer{Nonce: 5, ID: 77, Info: proto.Info{
			Version: proto.Version, Title: "Fun", Arena: "open", Players: 1, Bots: 3, Slots: game.MaxShips, TickRate: game.TickRate,
		}}
		if got != want {
			t.Errorf("expected %+v, %+v came", want, got)
		}
		if info, progress := m.host.Told(); info != want.Info || progress.Number != 1 || progress.Left < 290 || progress.Left > 300 {
			t.Errorf("without a query it tells %+v, %+v", info, progress)
		}
	})
}

func TestHostAnswersBeforeItRuns(t *testing.T) {
	h := played{Setup: testSetup(t), Skill: 1}.host(HostConfig{Title: "Fun", BotNames: []string{"Bot"}})
	a, err := proto.ParseAnswer(h.Answer((&proto.Query{}).Append(nil), nil))
	if err != nil || a.Info.Title != "Fun" {
		t.Errorf("%+v and %v came", a, err)
	}
}

func TestHostDoesNotAnswerWhatIsNoQuery(t *testing.T) {
	h := played{Setup: testSetup(t)}.host(HostConfig{})
	for _, p := range [][]byte{nil, []byte("DOGF"), (&proto.Query{}).Append(nil)[1:], append((&proto.Query{}).Append(nil), 0)} {
		if got := h.Answer(p, nil); len(got) > 0 {
			t.Errorf("%x was answered with %x", p, got)
		}
	}
}

// FuzzHostAnswers: whatever comes, the answer is no longer, and an Answer.
func FuzzHostAnswers(f *testing.F) {
	h := played{Setup: testSetup(f)}.host(HostConfig{Title: "A title of some length, as people like to have them"})
	f.Add((&proto.Query{Nonce: 1}).Append(nil))
	f.Fuzz(func(t *testing.T, p []byte) {
		a := h.Answer(p, nil)
		if len(a) == 0 {
			return
		}
		if _, err := proto.ParseAnswer(a); err != nil || len(a) > len(p) {
			t.Errorf("%d bytes were answered with %d: %v", len(p), len(a), err)
		}
	})
}
