package sshd

import (
	"crypto/rand"
	"crypto/rsa"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"
)

func TestNoSHA1IsOffered(t *testing.T) {
	t.Parallel()
	for _, list := range [][]string{keyExchanges, ciphers, macs, keyProof} {
		for _, name := range list {
			if strings.HasSuffix(name, "sha1") || strings.HasSuffix(name, "sha1-96") || name == ssh.KeyAlgoRSA {
				t.Errorf("%s is", name)
			}
		}
	}
}

func TestAClientThatKnowsNothingButSHA1IsRefused(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{})
	counter := []string{ssh.CipherAES128CTR}
	for name, c := range map[string]struct {
		config ssh.Config
		in     bool
	}{
		"all of today":            {ssh.Config{}, true},
		"MAC with SHA-2":          {ssh.Config{Ciphers: counter, MACs: []string{ssh.HMACSHA256}}, true},
		"MAC with SHA-1":          {ssh.Config{Ciphers: counter, MACs: []string{ssh.HMACSHA1}}, false},
		"key exchange with SHA-2": {ssh.Config{KeyExchanges: []string{ssh.KeyExchangeDH14SHA256}}, true},
		"key exchange with SHA-1": {ssh.Config{KeyExchanges: []string{ssh.InsecureKeyExchangeDH14SHA1}}, false},
	} {
		conn, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
			Config: c.config, User: "ann", Auth: []ssh.AuthMethod{noQuestions}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if (err == nil) != c.in {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}

func TestAKeyProvenWithSHA1IsNobodys(t *testing.T) {
	t.Parallel()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	d := openDoor(t, Config{})
	for algorithm, in := range map[string]bool{ssh.KeyAlgoRSASHA256: true, ssh.KeyAlgoRSA: false} {
		by, err := ssh.NewSignerWithAlgorithms(key.(ssh.AlgorithmSigner), []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		conn, err := ssh.Dial("tcp", d.Addr().String(), &ssh.ClientConfig{
			User: "ann", Auth: []ssh.AuthMethod{ssh.PublicKeys(by)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
		})
		if (err == nil) != in {
			t.Errorf("%s: %v", algorithm, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}
