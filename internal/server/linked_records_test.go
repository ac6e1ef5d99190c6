package server

import (
	"slices"
	"testing"
)

func TestThePlayersOwnKeysAreOneInTheRecordsOfTheirHost(t *testing.T) {
	s := &Server{}
	own := []string{"SHA256:own", "SHA256:ssh"}
	if got := s.linked("SHA256:ssh", own); !slices.Equal(got, own) {
		t.Errorf("of one's own: %v", got)
	}
	if got := s.linked("SHA256:guest", own); !slices.Equal(got, []string{"SHA256:guest"}) {
		t.Errorf("of a guest: %v", got)
	}
}
