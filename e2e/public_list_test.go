//go:build unix

package e2e

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"dogfight/testkit"
)

func TestAHostIsFoundInAPublicList(t *testing.T) {
	t.Parallel()
	hub := newCommand(t, "--listen", "127.0.0.1:0", "--public-list", "127.0.0.1:0")
	hub.Env = append(hub.Env, beTheProgram+"=hub")
	list := startListening(t, hub, "list")
	url := "http://" + list.listens["list"]
	if code, _, problem := run(t, "lan", "--list", url); code != exitFailure || problem != "dogfight: found no such match in the list at "+url+", which has 0\n" {
		t.Errorf("exit code %d, %q", code, problem)
	}
	h := startHeadless(t, "--lan=false", "--announce", url, "--title", "Evening", "--fill", "4", "--password-file", writeFile(t, "password", "sesame\n"))
	var m struct {
		Address, Title string
		Bots           int
		Ping           float64 `json:"ping_ms"`
		Password       bool
	}
	testkit.Until(t, "the host is listed", func() bool {
		time.Sleep(100 * time.Millisecond) // each check starts a program
		_, out, _ := run(t, "lan", "--list", url, "--json", "--mode", "deathmatch", "--ours")
		return json.Unmarshal([]byte(out), &m) == nil
	})
	if m.Address != h.addr || m.Title != "Evening" || m.Bots != 4 || m.Ping <= 0 || !m.Password {
		t.Errorf("%+v", m)
	}
	for _, filter := range []string{"--open", "--mode=teams", "--players=1", "--ping=1ns"} {
		if code, out, _ := run(t, "lan", "--list", url, filter); code != exitFailure || out != "" {
			t.Errorf("%s: exit code %d, %q", filter, code, out)
		}
	}
	if _, out, _ := run(t, "lan", "--list", url); !strings.Contains(out, "Evening (password)") {
		t.Errorf("%s", out)
	}
	p := startTerminal(t, "join", "--list", url)
	p.sees("▸Evening (password)")
	p.pressFor("\r", "Password needed")
	h.cmd.Process.Signal(syscall.SIGTERM)
	h.cmd.Wait()
	if _, _, problem := run(t, "lan", "--list", url); !strings.Contains(problem, "which has 0") {
		t.Errorf("after the host's end: %q", problem)
	}
}
