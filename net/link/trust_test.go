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

func TestAHostIsRememberedOnFirstUseAndRefusedWhenItChanged(t *testing.T) {
	path := hosts(t, "")
	trust := NewTrust(path)
	l := listen(t, testCert(), Limits{})
	addr := l.Addr().String()
	join(t, l, trust)
	join(t, l, trust)
	known := Fingerprint(testCert().Certificate[0])
	if text, _ := os.ReadFile(path); string(text) != addr+" "+known+"\n" {
		t.Errorf("known hosts: %q", text)
	}
	l.Close()

	impostor := makeCert()
	other, err := Listen(addr, impostor, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	client := Dial(addr, trust)
	refused(t, client)
	var changed *ChangedError
	if !errors.As(client.Err(), &changed) {
		t.Fatalf("err %v, want a ChangedError", client.Err())
	}
	came := Fingerprint(impostor.Certificate[0])
	if *changed != (ChangedError{Addr: addr, Known: known, Came: came, Path: path}) {
		t.Errorf("%+v", *changed)
	}
	for _, want := range []string{addr, known, came, path, "delete its line"} {
		if !strings.Contains(changed.Error(), want) {
			t.Errorf("%q does not say %q", changed, want)
		}
	}
	if text, _ := os.ReadFile(path); string(text) != addr+" "+known+"\n" {
		t.Errorf("known hosts afterwards: %q", text)
	}
}

func TestWithoutAFileEveryHostIsTrustedEachTime(t *testing.T) {
	var trust Trust
	for _, f := range []string{oneHost, anotherHost} {
		if err := errors.Join(trust.check("a:1", f), trust.remember("a:1", f)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
}

func TestKnownHostsAreReadAsPeopleEditThem(t *testing.T) {
	path := hosts(t, "# friends\r\n\n  a:1\t"+oneHost+"  \nb:1 "+anotherHost+"\na:1 "+anotherHost)
	trust := NewTrust(path)
	for _, f := range []string{oneHost, anotherHost} {
		if err := trust.check("a:1", f); err != nil {
			t.Errorf("a:1 with one of its two certificates: %v", err)
		}
	}
	var changed *ChangedError
	if err := trust.check("b:1", oneHost); !errors.As(err, &changed) {
		t.Errorf("b:1 with another certificate: %v, want a ChangedError", err)
	}
	if err := trust.remember("c:1", oneHost); err != nil {
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
		err := NewTrust(path).check("b:1", oneHost)
		if err == nil || !strings.HasPrefix(err.Error(), path+":2: expected") || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: err %v", line, err)
		}
	}
}

func TestAHostThatCannotBeRememberedIsNotJoined(t *testing.T) {
	inTheWay := hosts(t, "a file where a folder should be")
	l := listen(t, testCert(), Limits{})
	err := refused(t, Dial(l.Addr().String(), NewTrust(filepath.Join(inTheWay, "known_hosts"))))
	if !strings.Contains(err, inTheWay) {
		t.Errorf("err %s", err)
	}
}
