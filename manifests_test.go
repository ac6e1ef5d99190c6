package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestManifestsNameTheArchivesOfTheRelease(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range manifests(t) {
		archives := regexp.MustCompile(`[/"]dogfight_0\.1\.0_\w+\.(?:tar\.gz|zip)`).FindAllString(text, -1)
		var want []string
		for _, archive := range archives {
			want = append(want, hashOf(archive[1:]))
		}
		hashes := regexp.MustCompile(`[0-9a-f]{64}`).FindAllString(text, -1)
		slices.Sort(want)
		slices.Sort(hashes)
		if !slices.Equal(hashes, want) || len(want) == 0 && strings.Contains(text, "https://example.org/releases") {
			t.Errorf("%s: the archives %q have the hashes %q, it has %q", name, archives, want, hashes)
		}
		if !strings.Contains(text, "0.1.0") {
			t.Errorf("%s: has no version", name)
		}
		file := filepath.Join(folder, name)
		write(t, file, text, 0o644)
		var fields map[string]any
		var err error
		switch filepath.Ext(name) {
		case ".json":
			err = json.Unmarshal([]byte(text), &fields)
		case ".yaml":
			err = yaml.Unmarshal([]byte(text), &fields)
		case ".nix":
			err = lint(t, "nix-instantiate", "--parse", file)
		case ".rb":
			err = lint(t, "ruby", "-c", file)
		default:
			err = lint(t, "bash", "-n", file)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// lint runs a program that checks a file, if it is installed.
func lint(t *testing.T, program string, args ...string) error {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Logf("not checked: %s is missing", program)
		return nil
	}
	if said, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

// hashOf returns a different hash for each archive of the release.
func hashOf(archive string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(archive))) }

// manifests returns the manifests of a release, for all systems that .goreleaser.yaml builds.
func manifests(t *testing.T) map[string]string {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("not tried: bash is missing")
	}
	_, targets, _ := strings.Cut(read(t, ".goreleaser.yaml"), "targets: [")
	targets, _, _ = strings.Cut(targets, "]")
	folder, sums := t.TempDir(), ""
	for target := range strings.SplitSeq(targets, ", ") {
		archive := "dogfight_0.1.0_" + target + ".tar.gz"
		if strings.HasPrefix(target, "windows") {
			archive = "dogfight_0.1.0_" + target + ".zip"
		}
		sums += hashOf(archive) + "  " + archive + "\n"
	}
	list := filepath.Join(folder, "SHA256SUMS")
	write(t, list, sums, 0o644)
	if said, err := exec.Command("bash", "packaging/manifests.sh", "0.1.0", "https://example.org", list, filepath.Join(folder, "out")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	files, err := os.ReadDir(filepath.Join(folder, "out"))
	if err != nil || len(files) < 7 {
		t.Fatalf("%d manifests, %v", len(files), err)
	}
	all := map[string]string{}
	for _, file := range files {
		all[file.Name()] = read(t, filepath.Join(folder, "out", file.Name()))
	}
	return all
}
