//go:build unix

package replays

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dogfight/proto/replay"
)

// pipe makes a named pipe. Its reader blocks.
func pipe(t *testing.T, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip("no named pipes here:", err)
	}
}

// planted returns a folder and the path of a log in it that is not the user's own file: a pipe, a link, or a file of another user.
func planted(t *testing.T, kind string) (f Folder, path string) {
	f = newFolder(t)
	path = leave(t, f, ":7777", aLog(t, 20*time.Second))
	switch kind {
	case "a pipe":
		os.Remove(path)
		pipe(t, path)
	case "a link":
		elsewhere := filepath.Join(t.TempDir(), "log")
		if err := os.Rename(path, elsewhere); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(elsewhere, path); err != nil {
			t.Skip("no links here:", err)
		}
	case "a file of another user":
		if err := os.Chown(path, os.Geteuid()+1, -1); err != nil {
			t.Skip("only root gives files away:", err)
		}
	}
	return f, path
}

func TestLogsOfOthersAreIgnored(t *testing.T) {
	for _, kind := range []string{"a pipe", "a link", "a file of another user"} {
		t.Run(kind, func(t *testing.T) {
			f, path := planted(t, kind)
			old := time.Now().Add(-2 * resumable)
			os.Chtimes(path, old, old)
			if logs := append(f.Unfinished(":7777"), f.orphans(time.Now())...); len(logs) != 0 {
				t.Errorf("it is accepted: %v", logs[0].Path)
			}
			if _, err := os.Lstat(path); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("a link in place of the file since it was opened", func(t *testing.T) {
		f, path := planted(t, "a link")
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		if l, err := lockLog(file, path, lock); err == nil {
			t.Errorf("%s of %s is accepted", l.Path, f.Path)
		}
	})
}

func TestAPipeAmongTheLogsDoesNotBlock(t *testing.T) {
	f, _ := planted(t, "a pipe")
	seen, err := replay.Parse(aReplay(t, noon, 20*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	seen.Head.Watched = true
	if f.hasFromHost(seen) {
		t.Error("a pipe is the replay of its host")
	}
}

func TestMayResumeDoesNotFollowLinks(t *testing.T) {
	f := newFolder(t)
	os.MkdirAll(filepath.Join(f.Path, runningFolder), 0o700)
	precious := filepath.Join(t.TempDir(), "precious")
	if err := os.WriteFile(precious, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(f.Path, runningFolder, labelled(":7777")+".resumed")
	if err := os.Symlink(precious, path); err != nil {
		t.Skip("no links here:", err)
	}
	now := time.Unix(1_800_000_000, 0)
	if !f.MayResume(":7777", 100, now) {
		t.Error("the match is abandoned")
	}
	if err := write(filepath.Join(f.Path, "x.part"), nil); err != nil {
		t.Fatal(err)
	}
	os.Remove(filepath.Join(f.Path, "x.part"))
	os.Symlink(precious, filepath.Join(f.Path, "x.part"))
	if err := write(filepath.Join(f.Path, "x.part"), []byte("replay")); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(precious); string(text) != "text" {
		t.Errorf("where a link led there is %q, %v", text, err)
	}
	os.Remove(path)
	pipe(t, path)
	for try, want := range []bool{true, true, false} {
		if got := f.MayResume(":7777", 100, now); got != want {
			t.Errorf("with a pipe in place of the file, try %d at the same tick: %v, expected %v", try, got, want)
		}
	}
}
