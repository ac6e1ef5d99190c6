package net

import (
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

func TestADoorThatSaysThatAPlayerWaitsIsWaitedFor(t *testing.T) {
	bubble(t, func(t *testing.T) {
		far := raw{t: t}
		p := knowing("", func() link.Link {
			near, end := link.PipeOf(link.Here, "")
			far.Link = end
			return near
		})
		for began := time.Now(); time.Since(began) < 4*answerTime; time.Sleep(time.Second) {
			p.frame()
			far.say(&proto.FleetList{})
		}
		if p.view.Phase != Joining {
			t.Fatalf("phase %d, %v", p.view.Phase, p.view.Err)
		}
		for began := time.Now(); time.Since(began) < 2*answerTime; time.Sleep(time.Second) {
			p.frame()
		}
		if p.view.Phase != Refused || p.view.Err != errNoAnswer {
			t.Errorf("when it falls silent: phase %d, %v", p.view.Phase, p.view.Err)
		}
	})
}
