package gateway

import (
	"net"
	"testing"
	"time"

	dogfight "dogfight/net"
)

func TestAtMostThreeTimesWhatCameGoesToAnAddressThatIsNotProven(t *testing.T) {
	t.Parallel()
	for name, port := range map[string]int{"rtype": 0, "rtype-code": 0, "warworlds": 0, "lightracer": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, dogfight.HostConfig{Bots: 8})
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
			if heard == 0 && name != "lightracer" {
				t.Error("nobody was answered: this test proves nothing")
			}
		})
	}
}

// stranger sends datagrams, and may be somebody else than his address says.
type stranger struct {
	net.Conn
	said, heard int // bytes
}

func (s *stranger) says(p []byte) {
	s.Write(p)
	s.said += len(p)
}

func (s *stranger) listens(late time.Time) {
	s.SetReadDeadline(late)
	for buf := make([]byte, 4096); ; {
		n, err := s.Read(buf)
		if err != nil {
			return
		}
		s.heard += n
	}
}
