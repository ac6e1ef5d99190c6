package gateway

import (
	"net"
	"testing"
	"time"

	dogfight "dogfight/net"
	"dogfight/testkit"
)

func TestAtMostThreeTimesWhatCameGoesToAnAddressThatIsNotProven(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of real time; runs without -short")
	}
	t.Parallel()
	for name, port := range map[string]int{"rtype": 0, "rtype-code": 0, "warworlds": 0, "lightracer": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{}, dogfight.FixedMatch(duelSetup(t), dogfight.MatchOptions{Bots: 8}, 0))
			g := r.openWith(name+"=:0", Config{Dial: r.dial, Limits: far})
			words := wordsOf(name)
			var strangers [20]stranger
			for i := range strangers {
				strangers[i] = stranger{Conn: r.connect("udp", g.Addrs()[port])}
				for _, word := range words[:len(words)-1] {
					strangers[i].says(word)
					strangers[i].says(word[:len(word)/2])
				}
				strangers[i].says(words[0]) // once more
			}
			late, heard := time.Now().Add(1500*time.Millisecond), 0
			for i := range strangers {
				s := &strangers[i]
				s.listens(late)
				if s.heard > 3*s.said {
					t.Errorf("%d bytes came from an address, and %d went to it", s.said, s.heard)
				}
				heard += s.heard
			}
			for end := time.Now().Add(testkit.Limit); heard == 0 && name != "lightracer"; {
				if time.Now().After(end) {
					t.Fatal("nobody was answered: this test proves nothing")
				}
				for i := range strangers {
					strangers[i].listens(time.Now())
					heard += strangers[i].heard
				}
			}
		})
	}
}

// stranger sends datagrams, whose address may be forged.
type stranger struct {
	net.Conn
	said, heard int // bytes
	longest     int // datagram that was heard
}

func (s *stranger) says(p []byte) {
	s.Write(p)
	s.said += len(p)
}

// hearsMore listens until something comes.
func (s *stranger) hearsMore(t testing.TB) {
	t.Helper()
	before := s.heard
	for end := time.Now().Add(testkit.Limit); s.heard == before; {
		if time.Now().After(end) {
			t.Fatal("nothing comes")
		}
		s.listens(time.Now().Add(50 * time.Millisecond))
	}
}

// listens reads until then, and what has come by then.
func (s *stranger) listens(late time.Time) {
	if soon := time.Now().Add(10 * time.Millisecond); late.Before(soon) {
		late = soon // a deadline that has passed hides what has come
	}
	s.SetReadDeadline(late)
	for buf := make([]byte, 4096); ; {
		n, err := s.Read(buf)
		if err != nil {
			return
		}
		s.heard += n
		s.longest = max(s.longest, n)
	}
}
