package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/hub"
)

func TestLinksOfAHostAreListedUntilTheyAreUndone(t *testing.T) {
	where := filepath.Join(t.TempDir(), "records.db")
	runs := func(args ...string) (code int, stdout, stderr string) {
		var out, errs bytes.Buffer
		p := &program{stdout: &out, stderr: &errs}
		code = p.run(t.Context(), append(append([]string{"records"}, args...), "--records", where))
		return code, out.String(), errs.String()
	}
	for _, args := range [][]string{{"host", "UKEY"}, {"unlink", "SHA256:x"}} {
		if code, _, stderr := runs(args...); code != command.ExitFailure || !strings.Contains(stderr, where) {
			t.Errorf("%v without records: %d, %q", args, code, stderr)
		}
	}
	store, err := hub.OpenRecords(where)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if _, err := store.AddOnce("00000000000000ab-1", "UKEY", &career.Match{Started: time.Now(), Arena: "open", Mode: "deathmatch"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"host", "UKEY"}, "match 00000000000000ab-1\n"},
		{[]string{"host", "UKEY", "--undo"}, "match 00000000000000ab-1\n"},
		{[]string{"host", "UKEY"}, ""},
	} {
		if code, stdout, stderr := runs(c.args...); code != command.ExitOK || stdout != c.want {
			t.Errorf("%v: %d, %q, %q", c.args, code, stdout, stderr)
		}
	}
	if code, _, stderr := runs("unlink", "SHA256:x"); code != command.ExitFailure || !strings.Contains(stderr, "no key is linked to SHA256:x") {
		t.Errorf("unlinking nothing: %d, %q", code, stderr)
	}
}
