package link

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"dogfight/net/admission"
)

func TestACertificateFileIsReadableByItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "host.pem")
	first, err := Certificate(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Certificate(path)
	if err != nil || !bytes.Equal(first.Certificate[0], again.Certificate[0]) {
		t.Errorf("another certificate the second time, err %v", err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("mode %o, want 600", mode)
	}
	if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
		t.Errorf("files left: %v", files)
	}
}

func TestProcessesThatStartAtOnceAgreeOnTheCertificate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "host.pem")
	var fingerprints [8]string
	var all sync.WaitGroup
	for i := range fingerprints {
		all.Go(func() {
			cert, err := Certificate(path)
			if err != nil {
				t.Error(err)
				return
			}
			fingerprints[i] = Fingerprint(cert.Certificate[0])
		})
	}
	all.Wait()
	for _, f := range fingerprints {
		if f != fingerprints[0] {
			t.Fatalf("they got %v", fingerprints)
		}
	}
}

func TestABrokenCertificateIsRefusedByNameAndNotChanged(t *testing.T) {
	whole, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewCertificate()
	if err != nil {
		t.Fatal(err)
	}
	key := func(b []byte) []byte { return b[bytes.Index(b, []byte("-----BEGIN PRIVATE")):] }
	for name, broken := range map[string][]byte{
		"empty":         {},
		"noise":         []byte("noise"),
		"truncated":     whole[:len(whole)-60],
		"only a key":    key(whole),
		"another's key": append(bytes.TrimSuffix(bytes.Clone(whole), key(whole)), key(other)...),
	} {
		path := filepath.Join(t.TempDir(), "host.pem")
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Certificate(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: err %v", name, err)
		}
		if left, _ := os.ReadFile(path); !bytes.Equal(left, broken) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestFingerprintsHaveTheFormOfOpenSSH(t *testing.T) {
	if got := Fingerprint(nil); got != oneHost { // the SHA-256 of nothing
		t.Errorf("got %s, want %s", got, oneHost)
	}
}

func TestAHostIsRememberedOnFirstUseAndRefusedWhenItChanged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "known_hosts")
	known := NewKnownHosts(path)
	l := listen(t, testCert(), admission.Limits{})
	addr := l.Addr().String()
	join(t, l, known)
	join(t, l, known)
	first := Fingerprint(testCert().Certificate[0])
	if text, _ := os.ReadFile(path); string(text) != addr+" "+first+"\n" {
		t.Errorf("known hosts: %q", text)
	}
	l.Close()

	impostor := makeCert()
	other, err := Listen(addr, impostor, admission.Limits{})
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
	if *changed != (changedHostError{Addr: addr, Known: first, Presented: came, Path: path}) {
		t.Errorf("%+v", *changed)
	}
	for _, want := range []string{addr, first, came, path, "delete its line"} {
		if !strings.Contains(changed.Error(), want) {
			t.Errorf("%q does not contain %q", changed, want)
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
	l := listen(t, testCert(), admission.Limits{})
	err := refused(t, Dial(l.Addr().String(), NewKnownHosts(filepath.Join(inTheWay, "known_hosts"))))
	if !strings.Contains(err, inTheWay) {
		t.Errorf("err %s", err)
	}
}
