package server

import (
	"testing"

	"dogfight/net"
)

func TestAnArenaThatIsNotThereChangesNothing(t *testing.T) {
	t.Parallel()
	o := net.MatchOptions{Skill: 1, Arena: "open", Lobby: true, OffRecord: true}
	h, err := Start(Options{Dirs: ownDirs(t), Match: o, Title: "Test"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	hosted := h.Controls()
	o.Arena = "nowhere"
	if _, err := hosted.Change(o); err == nil {
		t.Error("expected an error")
	}
	o.Arena = "belt"
	if atOnce, err := hosted.Change(o); err != nil || !atOnce {
		t.Errorf("at once: %v, %v", atOnce, err)
	}
}
