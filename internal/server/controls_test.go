package server

import (
	"bytes"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"dogfight/internal/ops"
	"dogfight/net"
)

func TestEachActOfAnOperatorIsLoggedWithItsAuthor(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	socket := filepath.Join(t.TempDir(), "s")
	s, err := Start(Options{Dirs: ownDirs(t), Match: net.MatchOptions{Skill: 1, OffRecord: true}, Title: "Test", Listen: "127.0.0.1:0", Hidden: true, Admin: socket},
		slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]string{{"ban", "192.0.2.1"}, {"unban", "192.0.2.1"}, {"say", "hello"}, {"next", "teams:duel"}, {"votes", "off"}, {"finish"}, {"veto"}, {"who"}, {"bans"}} {
		ops.AskConsole(t.Context(), socket, words...)
	}
	s.Controls().Moderation.Kick(9, "go")
	s.Close()
	for _, line := range []string{
		`command="ban 192.0.2.1"`, `command="unban 192.0.2.1"`, `command="say hello"`, `command="next teams:duel"`, `command="votes off"`, "command=finish", "command=veto",
		`"admin by socket failed" by=`, `why="nothing is voted on"`, `"admin by the host's player" command=kick on=9 err="there is no pilot 9"`,
	} {
		if !strings.Contains(log.String(), line) {
			t.Errorf("the log does not have %s:\n%s", line, &log)
		}
	}
	if acts, by := strings.Count(log.String(), `msg="admin by socket" `), strings.Count(log.String(), `msg="admin by socket" by="u`); acts != 7 || by != acts {
		t.Errorf("%d requests are logged as acts, %d of them with a user:\n%s", acts, by, &log)
	}
}

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
