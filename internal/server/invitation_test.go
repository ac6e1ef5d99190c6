package server

import (
	"slices"
	"testing"

	"dogfight/internal/config"
)

func TestVisitorsFromThisNetworkAloneAreToldHowOthersJoin(t *testing.T) {
	s := newServer(config.Dirs{}, discard)
	if web, ways := s.invitationFor("127.0.0.1:5000")(); web != "" || ways != nil {
		t.Errorf("before the doors are open: %q, %q", web, ways)
	}
	s.invites.Store(&invitation{"http://192.0.2.7/", []string{"dogfight join 192.0.2.7"}})
	for remote, told := range map[string]bool{
		"127.0.0.1:5000": true, "127.0.0.1": true, "[::1]:5000": true, "::1": true,
		"8.8.8.8:5000": false, "2001:db8::7": false, "": false, "pipe": false,
	} {
		web, ways := s.invitationFor(remote)()
		if told != (web == "http://192.0.2.7/") || told != slices.Equal(ways, []string{"dogfight join 192.0.2.7"}) {
			t.Errorf("%q: %q, %q", remote, web, ways)
		}
	}
}
