package link

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	oneHost     = "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"
	anotherHost = "SHA256:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ"
)

// hosts returns a path for known hosts, with text in the file if there is any.
func hosts(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new", "known_hosts")
	if text == "" {
		return path
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWithoutAFileEveryHostIsTrustedEachTime(t *testing.T) {
	var s KnownHosts
	for _, f := range []string{oneHost, anotherHost} {
		if err := errors.Join(s.Check("a:1", f), s.Remember("a:1", f)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestKnownHostsMayBeEdited(t *testing.T) {
	path := hosts(t, "# friends\r\n\n  a:1\t"+oneHost+"  \nb:1 "+anotherHost+"\na:1 "+anotherHost)
	s := NewKnownHosts(path)
	for _, f := range []string{oneHost, anotherHost} {
		if err := s.Check("a:1", f); err != nil {
			t.Errorf("a:1 with one of its two certificates: %v", err)
		}
	}
	var changed *ChangedHostError
	if err := s.Check("b:1", oneHost); !errors.As(err, &changed) {
		t.Errorf("b:1 with another certificate: %v, want a ChangedError", err)
	}
	if err := s.Remember("c:1", oneHost); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if !strings.HasSuffix(string(text), "\na:1 "+anotherHost+"\nc:1 "+oneHost+"\n") {
		t.Errorf("known hosts afterwards: %q", text)
	}
}

func TestABrokenLineIsReportedWithFileAndLine(t *testing.T) {
	for _, line := range []string{"a:1", "a:1 " + oneHost + " x", "a:1 " + oneHost[:40], "a:1 MD5:x", "a:1 " + oneHost[7:]} {
		path := hosts(t, "b:1 "+oneHost+"\n"+line+"\n")
		err := NewKnownHosts(path).Check("b:1", oneHost)
		if err == nil || !strings.HasPrefix(err.Error(), path+":2: must be") || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: err %v", line, err)
		}
	}
}

func TestATornLastLineIsIgnoredAndRemoved(t *testing.T) {
	whole := "a:1 " + oneHost + "\n"
	for _, torn := range []string{"b", "b:1 ", "b:1 " + oneHost[:20], "# as people write", "b:1 " + anotherHost} {
		path := hosts(t, whole+torn)
		s := NewKnownHosts(path)
		if err := errors.Join(s.Check("a:1", oneHost), s.Check("c:1", oneHost), s.Remember("c:1", oneHost)); err != nil {
			t.Errorf("%q: %v", torn, err)
		}
		want := whole + torn + "\nc:1 " + oneHost + "\n"
		if isTorn([]byte(torn)) {
			want = whole + "c:1 " + oneHost + "\n"
		}
		if text, _ := os.ReadFile(path); string(text) != want {
			t.Errorf("%q: the file holds %q", torn, text)
		}
	}
}

func TestAHostThatCannotBeSavedIsKnownToThisProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "known_hosts")
	if err := os.Symlink("nowhere", filepath.Dir(path)); err != nil { // so that no folder can be made
		t.Skip(err)
	}
	s, warned := NewKnownHosts(path), 0
	s.Unsaved = func(error) { warned++ }
	if err := errors.Join(s.Remember("a:1", oneHost), s.Check("a:1", oneHost), s.Remember("a:1", oneHost)); err != nil || warned != 1 {
		t.Errorf("err %v, warned %d times", err, warned)
	}
	var changed *ChangedHostError
	if err := s.Check("a:1", anotherHost); !errors.As(err, &changed) {
		t.Errorf("another certificate: %v", err)
	}
}

func TestAHostIsFoundByItsFingerprint(t *testing.T) {
	path := filepath.Join(t.TempDir(), "known_hosts")
	s := NewKnownHosts(path)
	one, two := Fingerprint([]byte("one")), Fingerprint([]byte("two"))
	for addr, fingerprint := range map[string]string{"a.example:7777": one, "b.example:7777": two} {
		if err := s.Remember(addr, fingerprint); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Addresses(two); err != nil || len(got) != 1 || got[0] != "b.example:7777" {
		t.Errorf("found %v, %v", got, err)
	}
	if got, err := s.Addresses(Fingerprint(nil)); err != nil || len(got) != 0 {
		t.Errorf("of another: %v, %v", got, err)
	}
}

func TestTheFingerprintOfAFileIsThatOfItsHost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host.pem")
	if got := FileFingerprint(path); got != "" {
		t.Errorf("of no file: %q", got)
	}
	cert, err := Certificate(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := FileFingerprint(path); got != Fingerprint(cert.Certificate[0]) {
		t.Errorf("got %q", got)
	}
}

func TestAStoreOfOneFingerprintTrustsNoOther(t *testing.T) {
	s := OnlyHost(oneHost)
	if err := s.Remember("a:1", oneHost); err != nil {
		t.Errorf("the one: %v", err)
	}
	if err := s.Check("a:1", anotherHost); err == nil || !strings.Contains(err.Error(), oneHost) {
		t.Errorf("another: %v", err)
	}
}
