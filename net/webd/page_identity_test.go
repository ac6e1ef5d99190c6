package webd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// pageInNode copies the page to where node takes its scripts for modules, as browsers do.
func pageInNode(t *testing.T) (node, folder string) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node here, which runs the page's scripts")
	}
	folder = t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("page")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	return node, folder
}

func TestTheHostTakesWhatThePageProves(t *testing.T) {
	t.Parallel()
	node, folder := pageInNode(t)
	cmd := exec.Command(node, "testdata/identity.mjs", folder, vectorOrigin, vectorChallenge)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, err.(*exec.ExitError).Stderr)
	}
	var shown map[string]struct {
		Proof       json.RawMessage
		Fingerprint string
	}
	if err := json.Unmarshal(out, &shown); err != nil || len(shown) != 3 {
		t.Fatalf("%s: %v", out, err)
	}
	players := map[string]bool{}
	for what, s := range shown {
		who, err := prove(s.Proof, vectorOrigin, vectorChallenge)
		if err != nil || who != s.Fingerprint {
			t.Errorf("the page's %s is of %q, %v; the page says %q", what, who, err, s.Fingerprint)
		}
		players[who] = true
	}
	if len(players) != 3 {
		t.Errorf("three players are %v", players)
	}
	if _, err := prove(shown["key"].Proof, "https://other.example", vectorChallenge); err != errProofWrong {
		t.Errorf("at another host it is answered %v", err)
	}
}
