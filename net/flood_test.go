package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/proto"
)

func TestALinkThatNeverSaysHelloIsClosedAfterFiveSeconds(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r := m.raw()
		time.Sleep(4900 * time.Millisecond)
		if r.Err() != nil {
			t.Errorf("after 4.9 s: %v", r.Err())
		}
		time.Sleep(200 * time.Millisecond)
		if r.Err() == nil {
			t.Error("it is still up after 5.1 s")
		}
	})
}

func TestWhoSaysTooMuchIsKicked(t *testing.T) {
	for what, flood := range map[string]proto.Message{
		"spawns": &proto.Spawn{Name: "Flood"}, "chat": &proto.Chat{Text: "flood"},
		"keyframes": &proto.NeedKeyframe{Have: 1<<32 - 1}, "ready": &proto.SetReady{On: true},
	} {
		t.Run(what, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				m := startMatch(t, HostConfig{})
				defer m.end()
				r := m.raw()
				r.join("Flood")
				for range perSecond + 1 {
					r.say(flood)
				}
				if kick := among[*proto.Kick](t, r.heard()); !strings.Contains(kick.Reason, "too many") || r.Err() == nil {
					t.Errorf("kicked for %q, link %v", kick.Reason, r.Err())
				}
			})
		})
	}
}

func TestNamesThatChangeAllTheTimeDoNotFloodTheOthers(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		r, victim := m.raw(), m.raw()
		r.join("Flood")
		victim.join("Victim")
		rosters, names := 0, 0
		for i := range 100 {
			r.say(&proto.Spawn{Name: string(rune('a' + i%26))}, &proto.SetReady{On: i%2 == 0})
			victim.say(&proto.SetReady{})
			for _, message := range victim.heard() {
				if m, ok := message.(*proto.RosterChange); ok {
					rosters++
					for _, c := range m.List {
						if c.What&proto.NameChanged != 0 {
							names++
						}
					}
				}
			}
		}
		if names < 3 || names > 4 || rosters > names+3 {
			t.Errorf("expected 3 or 4 changes of a name in ten seconds, %d came, and %d rosters", names, rosters)
		}
	})
}

func Test64NewcomersAtOnceAllGetIn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Fill: 8})
		defer m.end()
		var crowd []*raw
		for range game.MaxShips {
			r := m.raw()
			r.say(hello("Crowd"), &proto.Spawn{Name: "Crowd"})
			crowd = append(crowd, r)
		}
		time.Sleep(time.Second)
		names := map[string]bool{}
		for _, r := range crowd {
			heard := r.heard()
			among[*proto.Keyframe](t, heard)
			if result := among[*proto.SpawnResult](t, heard); result.Status != proto.SpawnOK {
				t.Fatalf("spawn status %d", result.Status)
			}
		}
		for _, p := range m.world().Ships {
			if p.State == game.Empty {
				t.Error("a slot is empty")
			}
		}
		roster := among[*proto.Roster](t, func() []proto.Message { r := m.raw(); r.say(hello("Last")); return r.heard() }())
		for _, p := range roster.Pilots {
			names[p.Name] = true
		}
		if len(names) != game.MaxShips+1 {
			t.Errorf("expected %d names, %d came", game.MaxShips+1, len(names))
		}
	})
}

func TestWhoNeverReadsIsCutOffAtLast(t *testing.T) {
	skipIfShort(t)
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{}, played{Bots: 60})
		defer m.end()
		deaf := m.raw()
		deaf.say(hello("Deaf"))
		ticks := m.tick()
		for range 1200 {
			if deaf.Err() != nil {
				break
			}
			time.Sleep(50 * time.Millisecond)
			deaf.say(&proto.NeedKeyframe{Have: 1<<32 - 1})
		}
		if deaf.Err() == nil {
			t.Error("after a minute it is still up")
		}
		if m.tick() == ticks {
			t.Error("the match stood still")
		}
	})
}
