package sys

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

func TestCreateFileLeavesAnExistingFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "file")
	for _, text := range []string{"first", "second"} {
		if err := CreateFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	holds(t, path, "first")
}

func TestOneOfManyCreatesAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := CreateFile(path, []byte(strings.Repeat(string(rune('a'+i)), 1000))); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	text, _ := os.ReadFile(path)
	if len(text) != 1000 || strings.Count(string(text), string(text[:1])) != 1000 {
		t.Errorf("the file holds %q", text)
	}
}

func TestReplaceFileIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "file")
	for _, text := range []string{"first", "second"} {
		if err := ReplaceFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestReplaceFileKeepsALink(t *testing.T) {
	folder := t.TempDir()
	real, path := filepath.Join(folder, "real"), filepath.Join(folder, "link")
	if err := os.Symlink(real, path); err != nil {
		t.Skip(err)
	}
	os.WriteFile(real, []byte("first"), 0o600)
	if err := ReplaceFile(path, []byte("second")); err != nil {
		t.Fatal(err)
	}
	holds(t, real, "second")
}

// holds expects a text in a file, and no drafts beside it.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("expected %q in the file, it holds %q, %v", want, text, err)
	}
	if drafts, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(drafts) > 0 {
		t.Errorf("drafts were left: %v", drafts)
	}
}

func TestSaveOnceReturnsASecretThatIsNotSaved(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "folder", "file")
	os.Symlink(filepath.Join(folder, "nowhere", "else"), filepath.Join(folder, "folder")) // to nothing: no folder can be made there
	if _, err := os.Lstat(filepath.Join(folder, "folder")); err != nil {
		t.Skip("this system has no links")
	}
	text, err := SaveOnce(path, func() ([]byte, error) { return []byte("new"), nil })
	var unkept *NotSavedError
	if string(text) != "new" || !errors.As(err, &unkept) {
		t.Errorf("%q, %v", text, err)
	}
}
