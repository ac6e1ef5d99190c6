package link

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAHostIsRememberedOnFirstUseAndRefusedWhenItChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "known_hosts")
	known := NewKnownHosts(path)
	l := listen(t, testCert(), Limits{})
	addr := l.Addr().String()
	join(t, l, known)
	join(t, l, known)
	first := Fingerprint(testCert().Certificate[0])
	if text, _ := os.ReadFile(path); string(text) != addr+" "+first+"\n" {
		t.Errorf("known hosts: %q", text)
	}
	l.Close()

	impostor := makeCert()
	other, err := Listen(addr, impostor, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(other.Close)
	client := Dial(addr, known)
	refused(t, client)
	var changed *changedHostError
	if !errors.As(client.Err(), &changed) {
		t.Fatalf("err %v, want a ChangedError", client.Err())
	}
	came := Fingerprint(impostor.Certificate[0])
	if *changed != (changedHostError{Addr: addr, Known: first, Came: came, Path: path}) {
		t.Errorf("%+v", *changed)
	}
	for _, want := range []string{addr, first, came, path, "delete its line"} {
		if !strings.Contains(changed.Error(), want) {
			t.Errorf("%q does not say %q", changed, want)
		}
	}
	if text, _ := os.ReadFile(path); string(text) != addr+" "+first+"\n" {
		t.Errorf("known hosts afterwards: %q", text)
	}
}

func TestAHostThatCannotBeRememberedIsNotJoined(t *testing.T) {
	inTheWay := filepath.Join(t.TempDir(), "a file where a folder should be")
	if err := os.WriteFile(inTheWay, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	l := listen(t, testCert(), Limits{})
	err := refused(t, Dial(l.Addr().String(), NewKnownHosts(filepath.Join(inTheWay, "known_hosts"))))
	if !strings.Contains(err, inTheWay) {
		t.Errorf("err %s", err)
	}
}
