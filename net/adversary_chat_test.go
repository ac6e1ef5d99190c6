package net

import (
	"strings"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

func TestAMegabyteOfChatIsReadByNobody(t *testing.T) {
	skipIfShort(t)
	for what, flood := range map[string]func(r *raw){
		"in lines": func(r *raw) {
			for range 1 << 20 / 200 {
				r.say(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
			}
		},
		"in four messages": func(r *raw) {
			for range 4 {
				bytes := make([]byte, 256<<10)
				copy(bytes, (&proto.Chat{Text: "x"}).Append(nil))
				r.Send(link.Control, bytes)
			}
		},
		"in one message": func(r *raw) { r.Send(link.Control, make([]byte, 1<<20)) },
	} {
		t.Run(what, func(t *testing.T) {
			besiege(t, func(t *testing.T, s *siege) {
				r := s.gate()
				r.join("Chatter")
				s.fly(time.Second, s.a, s.b)
				lines := 0
				flood(r)
				s.hold(5*time.Second, func() {
					for _, line := range s.a.view.Chat {
						if line.From == "Chatter" {
							lines++
						}
					}
				})
				if lines > perSecond/chatCost || r.Err() == nil {
					t.Errorf("%d lines were read, link %v", lines, r.Err())
				}
			})
		})
	}
}

func TestWhoChatsAsMuchAsHeMayIsNotInTheWay(t *testing.T) {
	besiege(t, func(t *testing.T, s *siege) {
		r := s.gate()
		r.join("Chatter")
		lines, ticks := 0, 0
		s.hold(10*time.Second, func() {
			r.drain()
			if ticks++; ticks%(60*chatCost/perSecond+1) == 0 {
				r.say(&proto.Chat{Text: strings.Repeat("x", proto.MaxChat)})
			}
			lines += len(s.a.view.Chat)
		})
		if r.Err() != nil || lines < 10 || lines > chatBurst+11 {
			t.Errorf("%d lines in ten seconds, link %v", lines, r.Err())
		}
	})
}
