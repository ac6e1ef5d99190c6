package server

import (
	"context"
	"errors"
	"sync"

	"dogfight/net/link"
	"dogfight/net/relay"
	"dogfight/sys"
)

// inviting keeps the host registered at a relay under an invitation.
type inviting struct {
	// Static after begin.
	invitation relay.Invitation // zero for none
	stop       context.CancelFunc
	running    sync.WaitGroup
}

// beginInviting makes an invitation at a relay, which brings its callers to the listener. It takes about a tenth of a second.
func (s *Server) beginInviting(o *Options, l *link.Listener) error {
	at, err := relay.Normalize(o.Relay)
	if err != nil {
		return err
	}
	code, nonce := relay.NewCode(s.certificate.Certificate[0])
	i := &s.inviting
	i.invitation = relay.Invitation{Relay: at, Code: code}
	known := link.NewKnownHosts(s.dirs.KnownHosts())
	r := relay.Registrar{
		Relay: at, Certificate: s.certificate, Code: code, Nonce: nonce, Once: o.InviteOnce, Take: l.Take, Changed: s.reportRelay(!o.Drains),
		Trust: func(cert []byte) error { return known.Remember(at, link.Fingerprint(cert)) },
	}
	ctx, stop := context.WithCancel(context.Background())
	i.stop = stop
	i.running.Go(func() {
		defer sys.Restore()
		r.Run(ctx)
	})
	return nil
}

// Invitation returns the invitation of the host; zero for none.
func (s *Server) Invitation() relay.Invitation { return s.inviting.invitation }

// reportRelay returns a function that logs changes of the registration at a relay, and sends them to the host's player, if there is one.
func (s *Server) reportRelay(player bool) func(error) {
	last := "" // the zero state is not registered
	return func(err error) {
		text := "others join from anywhere: dogfight join " + s.inviting.invitation.String()
		if err != nil {
			text = "the invitation does not work now: " + reasonOf(err)
		}
		if text == last {
			return
		}
		last = text
		if err != nil {
			s.log.Warn(text)
		} else {
			s.log.Info(text)
		}
		if player {
			s.home.host.Notify(text)
		}
	}
}

// reasonOf returns an error of the registration in words for a user.
func reasonOf(err error) string {
	if errors.As(err, new(relay.Status)) || errors.As(err, new(*link.ChangedHostError)) {
		return err.Error()
	}
	return "the relay cannot be reached: " + link.Reason(err)
}

func (i *inviting) end() {
	if i.stop != nil {
		i.stop()
		i.running.Wait()
	}
}
