package link

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnAllowanceIsARateAndABurst(t *testing.T) {
	a := newAllowance(Limits{DataPackets: 10, DataBytes: 1000})
	spend := func(at, tries, size int) (passed int) {
		for range tries {
			if a.spend(size, epoch.Add(time.Duration(at)*time.Millisecond)) {
				passed++
			}
		}
		return passed
	}
	for _, step := range []struct{ at, tries, size, want int }{
		{0, 20, 1, 10},      // a burst
		{50, 5, 1, 0},       // nothing is free yet
		{100, 5, 1, 1},      // a tenth of a second, a tenth of it
		{10000, 20, 1, 10},  // a pause saves no more than a burst
		{20000, 20, 400, 2}, // bytes are bounded as well
		{20100, 5, 100, 3},  // 200 were left, 100 are new; and what was refused cost nothing
		{20100, 20, 0, 6},   // 8 packets were left, 1 is new, 3 are gone
	} {
		if got := spend(step.at, step.tries, step.size); got != step.want {
			t.Errorf("at %d ms %d packets of %d bytes passed, want %d", step.at, got, step.size, step.want)
		}
	}
}

func TestWithoutLimitsEverythingPasses(t *testing.T) {
	var a allowance
	for range 100000 {
		if !a.spend(MaxData, epoch) {
			t.Fatal("a packet was refused")
		}
	}
}

func TestDataOverControlHasTheSameLimits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		host, client := linked(t)
		host.allowance = newAllowance(Limits{DataPackets: 5, DataBytes: 1 << 20})
		for n := range 50 {
			client.Send(Data, number(n))
			synctest.Wait()
			client.Send(Control, number(n)) // has no such limit
			synctest.Wait()
		}
		got := drain(host)
		if data, control := len(only(Data, got)), len(only(Control, got)); data != 5 || control != 50 {
			t.Errorf("%d data packets and %d control packets arrived, want 5 and 50", data, control)
		}
		if c := host.Counts(); c.Refused != 45 || c.DataIn != 5 {
			t.Errorf("counts %+v, want 45 refused", c)
		}
		time.Sleep(time.Second)
		client.Send(Data, number(0))
		synctest.Wait()
		if len(drain(host)) != 1 {
			t.Error("a second later, nothing more is taken")
		}
		client.Close()
		<-client.Done()
		<-host.Done()
	})
}

func TestOffersComeOnceAndFromAHost(t *testing.T) {
	for name, c := range map[string]struct {
		dialled bool
		frames  []byte
	}{
		"an offer to a host": {false, appendFrame(nil, offer, make([]byte, sequenceNumberSize))},
		"two offers":         {true, appendFrame(appendFrame(nil, offer, make([]byte, sequenceNumberSize)), offer, make([]byte, sequenceNumberSize))},
		"a short offer":      {true, appendFrame(nil, offer, make([]byte, sequenceNumberSize-1))},
		"a long offer":       {true, []byte{byte(offer), 0xff, 0xff, 0xff}},
	} {
		bubble(t, func(t *testing.T) {
			conn, rogue := handshaken(t)
			s := newStream("somebody", 4<<10, func() {})
			s.dialled, s.wantsUDP = c.dialled, true
			begin(s, conn)
			rogue.Write(c.frames)
			<-s.Done()
			if err := s.Err(); !strings.HasPrefix(err.Error(), "somebody was cut off: the ") {
				t.Errorf("%s: err %v", name, err)
			}
			rogue.NetConn().Close()
		})
	}
}
