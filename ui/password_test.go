package ui

import (
	"slices"
	"strings"
	"testing"

	"dogfight/net"
)

// closedMatch is one that needs a password.
type closedMatch struct {
	told []string
	open *flown // where the password leads
}

// session returns a session that has been refused, for a reason.
func (c *closedMatch) session(reason string) *Session {
	out := newFlown()
	out.view = net.View{Phase: net.Refused, Me: -1, Err: &net.PasswordError{Reason: reason}}
	s := out.session("host:1")
	s.WithPassword = func(password string) (*Session, error) {
		c.told = append(c.told, password)
		if password != "open sesame" {
			return c.session("that is not the password"), nil
		}
		c.open = newFlown()
		return c.open.session("host:1"), nil
	}
	return s
}

func TestAClosedMatchAsksForItsPasswordUntilItIsRight(t *testing.T) {
	c := &closedMatch{}
	onRig(t, Config{Session: c.session("this match asks for a password")}, func(r *rig) {
		r.shows(" Password needed ", "this match asks for a password", "Enter joins")
		r.press(enter)
		r.shows("password: must be 1 to 128 bytes, got 0")
		r.press("wrong")
		r.shows("*****")
		r.showsNot("wrong")
		r.press(enter)
		r.shows("that is not the password")
		r.press(pasted("open sesame"), enter)
		r.showsNot("Password needed")
		if !slices.Equal(c.told, []string{"wrong", "open sesame"}) || c.open == nil || c.open.now().frames == 0 {
			t.Errorf("told %q", c.told)
		}
	})
}

func TestWhoDoesNotKnowThePasswordGoesBackWhereHeCameFrom(t *testing.T) {
	c := &closedMatch{}
	onRig(t, Config{Session: c.session("this match asks for a password")}, func(r *rig) {
		r.press(esc)
		if !r.hasLeft() || r.returned == nil || !strings.Contains(r.returned.Error(), "asks for a password") {
			t.Errorf("ended: %v, %v", r.left, r.returned)
		}
	})
}

func TestAMatchIsHostedWithThePasswordOfTheForm(t *testing.T) {
	onRig(t, Config{Host: HostOptions{Listen: ":999"}}, func(r *rig) {
		r.resize(MinWidth, MinHeight)
		r.press("h", up, up, up, "secret")
		r.shows("Password", "secret", "Enter hosts")
		r.press(enter)
		if len(r.launcher.host) != 1 || r.launcher.host[0].Password != "secret" {
			t.Errorf("hosted %+v", r.launcher.host)
		}
	})
}
