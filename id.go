package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/crypto/ssh"

	"dogfight/identity"
)

// runID tells by which key hosts know the player, or links another with it.
func runID(ctx context.Context, p *program, args []string) error {
	fs := newFlags("id")
	if err := p.parseUpTo(fs, args, anyWords); err != nil {
		return err
	}
	key, err := ownKey()
	switch {
	case err != nil:
		return err
	case fs.NArg() == 0:
		return printID(p, key)
	case fs.NArg() == 2 && fs.Arg(0) == "add":
		return addID(ctx, p, key, fs.Arg(1))
	}
	return usagef("expected: dogfight id [add FILE.pub]")
}

// printID tells the key's name, itself as ssh-keygen writes it, and what is linked.
func printID(p *program, key identity.Key) error {
	proofs, err := identity.LoadProofs(proofFile())
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s\n%s\n", key.Fingerprint(), key.Line())
	for _, other := range proofs.By(key.Fingerprint()) {
		fmt.Fprintf(p.stdout, "linked %s\n", other)
	}
	return nil
}

// addID has the SSH key whose public half is in a file vouch for the player's own.
func addID(ctx context.Context, p *program, key identity.Key, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	other, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return fmt.Errorf("expected a public key of OpenSSH's in %s", file)
	}
	armoured, err := sign(ctx, p, file, identity.Statement(key.Fingerprint()))
	if err != nil {
		return err
	}
	proof, err := identity.ParseProof(armoured)
	if err != nil {
		return err
	}
	if err := key.Add(proofFile(), proof); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "linked %s\n", ssh.FingerprintSHA256(other))
	return nil
}

// sign has ssh-keygen sign a text with a key of the agent's, or with the private key
// beside the public one; it may ask for the passphrase.
func sign(ctx context.Context, p *program, file, text string) (armoured []byte, err error) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		return nil, errors.New("expected OpenSSH's ssh-keygen, to sign with your key; there is none")
	}
	cmd := exec.CommandContext(ctx, keygen, "-Y", "sign", "-n", "dogfight", "-f", file)
	cmd.Stdin = strings.NewReader(text)
	cmd.Stderr = p.stderr // where it says why not, or asks to touch a token
	if armoured, err = cmd.Output(); err != nil {
		return nil, fmt.Errorf("ssh-keygen did not sign with %s: expected its private key beside it, or in the agent", file)
	}
	return armoured, nil
}
