package cli

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/internal/command"
	"dogfight/internal/hub"
	"dogfight/internal/records"
	"dogfight/testkit"
)

// startRecords starts a hub with records, in which a match is kept.
func startRecords(t *testing.T) *hub.Hub {
	t.Helper()
	store, err := hub.OpenRecords(filepath.Join(t.TempDir(), "records.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	m := &records.Match{Started: time.Now(), Lasted: time.Minute, Arena: "open", Mode: "deathmatch", Finished: true, Flights: []records.Flight{
		{Identity: "SHA256:ann", Name: "Ann", Score: 9, Won: true, Flown: time.Minute}, {Name: "Vega", Skill: 3, Flown: time.Minute},
	}}
	if _, err := store.AddOnce("1", "host", m); err != nil {
		t.Fatal(err)
	}
	kept, err := hub.NewRecords(hub.RecordsConfig{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	return startHub(t, hub.Options{Services: []hub.Service{{Name: "records", Run: kept.Run}}})
}

func TestBansOfAFleetAreMadeListedAndLifted(t *testing.T) {
	t.Parallel()
	at := "nats://" + startRecords(t).Addr()
	for _, step := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"ban", "192.0.2.77/24", "spam,", "again", "--fleet", at}, 0, "192.0.2.0/24 is banned from the fleet\n"},
		{[]string{"bans", "--fleet", at}, 0, "192.0.2.0/24  spam, again\n"},
		{[]string{"bans", "--json", "--fleet", at}, 0, `"what":"192.0.2.0/24","comment":"spam, again"`},
		{[]string{"unban", "192.0.2.0/24", "--fleet", at}, 0, "192.0.2.0/24 is no longer banned from the fleet\n"},
		{[]string{"unban", "192.0.2.0/24", "--fleet", at}, 1, "192.0.2.0/24: is not banned by the fleet\n"},
		{[]string{"bans", "--fleet", at}, 0, "No bans at " + at},
		{[]string{"ban", "Rex", "--fleet", at}, command.ExitUsage, `"Rex" is not a key (SHA256:...), an address or a network`},
		{[]string{"ban", "192.0.2.1"}, command.ExitUsage, "--fleet: must be the URL of a hub"},
		{[]string{"ban", "--fleet", at}, command.ExitUsage, "missing argument"},
		{[]string{"ban", "192.0.2.1", strings.Repeat("x", 90), "--fleet", at}, 1, "comment must be at most 80 bytes"},
	} {
		var out, problem string
		var code int
		testkit.Until(t, "the records answer, which begin just now", func() bool {
			out, problem, code = runFleet(t, step.args...)
			return !strings.Contains(problem, "answers for its records")
		})
		if code != step.code || !strings.Contains(out+problem, step.says) {
			t.Errorf("%v: %d, %q, %q", step.args, code, out, problem)
		}
	}
}

func TestScoresOfAFleetArePrinted(t *testing.T) {
	t.Parallel()
	at := "nats://" + startRecords(t).Addr()
	run := func(args ...string) (string, int) {
		code, out, errs := call(t, append([]string{"scores", "--fleet", at}, args...)...)
		return out + errs, code
	}
	var out string
	var code int
	testkit.Until(t, "the records answer, which begin just now", func() bool {
		out, code = run()
		return !strings.Contains(out, "answers for its records")
	})
	if code != 0 || !strings.Contains(out, "Ann") || !strings.Contains(out, "deathmatch") {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--json"); code != 0 || !strings.HasPrefix(out, `{"pilots":[{"rank":1,"name":"Ann"`) {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--me"); code != command.ExitUsage || !strings.Contains(out, "goes with no --fleet") {
		t.Errorf("%d: %s", code, out)
	}
	if out, code := run("--limit", "500"); code != command.ExitUsage || !strings.Contains(out, "must be 0 to 200") {
		t.Errorf("%d: %s", code, out)
	}
}

func TestAHubWithoutRecordsIsSaidToHaveNone(t *testing.T) {
	t.Parallel()
	at := "nats://" + startHub(t, hub.Options{}).Addr()
	if _, problem, code := runFleet(t, "ban", "192.0.2.1", "--fleet", at); code != 1 || !strings.Contains(problem, "answers for its records") {
		t.Errorf("%d %q", code, problem)
	}
}
