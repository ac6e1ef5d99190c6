package door

import (
	"strings"
	"testing"
	"time"

	"dogfight/internal/fleet"
	"dogfight/internal/ops"
	"dogfight/net/link"
	"dogfight/proto"
)

func TestADoorShowsThePlayersThatWaitAndThoseItHasPlaced(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	if err := r.door.Ready(); err == nil {
		t.Errorf("without hosts it is ready: %v", err)
	}
	dead, heir := r.host(nil), r.host(nil)
	played := dead.match(nil)
	r.until("it is ready", func() bool { return r.door.Ready() == nil && len(r.door.view.Matches()) == 1 })
	p := newPerson(t)
	p.sent(t, r.door)
	dead.kill()
	time.Sleep(freshLife) // clients wait that long before they retry
	l := p.dial(r.door)
	defer l.Close()
	l.Send(link.Control, hello(proto.Token{1}).Append(nil))
	m := ops.NewService("", ops.Service{Program: "door", Healthy: r.door.Healthy, Ready: r.door.Ready})
	r.door.Watch(m)
	shows := func(line string) {
		t.Helper()
		r.until(line, func() bool {
			var b strings.Builder
			m.Write(&b)
			return strings.Contains(b.String(), "\n"+line+"\n")
		})
	}
	shows("dogfight_placing_waiting 1")
	first := r.door.Guests()
	if len(first) != 1 || first[0].(waitingGuest).Key != p.identity {
		t.Fatalf("guests %+v", first)
	}
	r.until("the wait grows", func() bool {
		all := r.door.Guests()
		return len(all) == 1 && all[0].(waitingGuest).Seconds > first[0].(waitingGuest).Seconds
	})
	for _, line := range []string{
		"dogfight_placed_total 1", "dogfight_placing_refused_total 0", "dogfight_fleet_hosts 2", "dogfight_fleet_matches 1", "dogfight_fleet_connected 1", "dogfight_healthy 1",
	} {
		shows(line)
	}
	next := played
	next.Host, next.Epoch, next.Address, next.Fingerprint = heir.ID, 2, heir.Address, heir.Fingerprint
	r.put(fleet.Matches, played.ID, &next)
	shows("dogfight_placed_total 2")
	shows("dogfight_placing_waiting 0")
}

func TestADoorThatReceivesOrPlacesNobodyIsNotHealthy(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	if err := r.door.Healthy(); err != nil {
		t.Error(err)
	}
	r.door.reception.mu.Lock() // as a loop does that hangs
	r.until("it says so", func() bool { return r.door.Healthy() != nil })
	r.door.reception.mu.Unlock()
	r.until("it is healthy again", func() bool { return r.door.Healthy() == nil })
}

func TestADrainingDoorRefusesNewPlayersUntilItIsToTakeThemAgain(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	s := r.host(nil)
	s.match(nil)
	r.until("all is known", func() bool { return r.door.Ready() == nil && len(r.door.view.Matches()) == 1 && s.knows(r.door) })
	r.door.Refuse(true)
	m, err := newPerson(t).sends(r.door, hello(proto.Token{}))
	if reject, ok := m.(*proto.Reject); err != nil || !ok || reject.Code != proto.RejectClosing {
		t.Errorf("got %+v, %v", m, err)
	}
	near, far := link.PipeOf("192.0.2.7:50000", "SHA256:player")
	r.door.Add(far) // drawn by this process: its host may have died
	near.Send(link.Control, hello(proto.Token{}).Append(nil))
	if got, err := receiveOne(near); err != nil || got.Type() != proto.RedirectType {
		t.Errorf("a player that the door draws got %+v, %v", got, err)
	}
	r.door.Refuse(false)
	newPerson(t).sent(t, r.door)
}
