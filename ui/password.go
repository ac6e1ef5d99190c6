package ui

import (
	"errors"

	"dogfight/net"
	"dogfight/proto"
)

// asksPassword asks for the password of a match that wants one, or another, and
// reports whether that is so.
func (a *app) asksPassword(s *Session, err error) bool {
	var wants *net.PasswordError
	if s.WithPassword == nil || !errors.As(err, &wants) {
		return false
	}
	a.closeSession()
	a.pages = nil
	a.push(newPasswordForm(a, s, wants))
	return true
}

// newPasswordForm asks for a password. Nothing lies below it.
func newPasswordForm(a *app, s *Session, wants *net.PasswordError) *form {
	f := newForm(a, "Password needed", "joins")
	password := f.text("Password", "", proto.MaxPassword)
	f.hide()
	f.say(badColor, wants.Reason)
	f.back = func() {
		if a.conf.Session != nil { // there is no title to go back to
			a.quit(wants)
			return
		}
		a.land("", nil)
	}
	f.submit = func() error {
		if err := proto.ValidPassword(password()); err != nil {
			return err
		}
		again, err := s.WithPassword(password())
		if err == nil {
			a.pages = nil
			a.fly(again)
		}
		return err
	}
	return f.ready()
}
