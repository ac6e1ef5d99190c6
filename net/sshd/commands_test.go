package sshd

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"dogfight/net/admission"
)

func siteOf(addr string) netip.Prefix { return admission.Site(netip.MustParseAddr(addr)) }

func TestCommandsOfAnAddressAreBoundedAndTakeNothingFromOthers(t *testing.T) {
	t.Parallel()
	q, now, ran := newCommandLimiter(), time.Now(), 0
	for range 1000 { // in a second
		if q.admit(siteOf("1.0.0.1"), now) {
			ran++
		}
		now = now.Add(time.Millisecond)
	}
	if ran > commandBurst+commandRate {
		t.Errorf("of 1000 in a second %d are run", ran)
	}
	if !q.admit(siteOf("2.0.0.1"), now) {
		t.Error("another's is not")
	}
	if now = now.Add(time.Second); !q.admit(siteOf("1.0.0.1"), now) {
		t.Error("after a second none is")
	}
}

func TestCommandsInAllAreBounded(t *testing.T) {
	t.Parallel()
	q, now, ran := newCommandLimiter(), time.Now(), 0
	for i := range 5000 {
		if q.admit(siteOf(fmt.Sprintf("10.%d.%d.1", i/250, i%250)), now) {
			ran++
		}
	}
	if ran > allCommandBurst {
		t.Errorf("of 5000 at once %d are run", ran)
	}
}

func TestWhoAsksTooMuchIsToldSo(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	d.commands.all.AllowN(time.Now().Add(time.Hour), allCommandBurst)
	_, errs, status := asks(t, d.comes("ann", noQuestions), "who")
	if !strings.Contains(errs, errManyCommands.Error()) || strings.Count(errs, "\n") != 1 || status == 0 {
		t.Errorf("%q, %d", errs, status)
	}
}
