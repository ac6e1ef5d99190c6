package cli

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/ssh"

	"dogfight/internal/command"
	"dogfight/internal/identity"
	"dogfight/sys"
)

// newID returns the command that prints the player's key, or links another to it.
func newID(p *program) *cobra.Command {
	c := command.New("id [add FILE.pub | link KEY HOST | unlink KEY]", "Print your key at hosts, or link an SSH key or a browser to it", anyWords,
		func(c *cobra.Command, args []string) error { return p.id(c, args) })
	c.Long = "Print the key that identifies you at hosts, with the SSH keys linked to it.\n\n" +
		"add FILE.pub links an SSH key: hosts that you join take both for one player's, with one seat and one career.\n\n" +
		"link KEY HOST links a browser, by the key and the address that the host's page shows under \"Your key\". It prints a link to open\n" +
		"in that browser, or to paste there. Whoever has that browser is you at that host, and at no other.\n\n" +
		"unlink KEY removes the link to an SSH key or a browser, for example when it was stolen. Hosts that have seen the link remember it\n" +
		"for 90 days without use; hosts of a fleet forget it when their operator runs dogfight-hub records unlink KEY."
	c.Example = "  dogfight id\n  dogfight id add ~/.ssh/id_ed25519.pub\n" +
		"  dogfight id link SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU http://192.168.1.5:8080"
	return c
}

func (p *program) id(c *cobra.Command, args []string) error {
	key, err := p.dirs.Key()
	switch {
	case err != nil:
		return err
	case key.Unsaved:
		return key.Warning
	case len(args) == 0:
		if key.Warning != nil {
			fmt.Fprintf(p.stderr, "dogfight: %v\n", key.Warning)
		}
		return printID(p, key)
	case len(args) == 2 && args[0] == "add":
		return addID(c.Context(), p, key, args[1])
	case len(args) == 3 && args[0] == "link":
		return linkBrowser(p, key, args[1], args[2])
	case len(args) == 2 && args[0] == "unlink":
		return unlinkID(p, key, args[1])
	}
	return command.Usagef("must be \"add FILE.pub\", \"link KEY HOST\", \"unlink KEY\" or nothing; usage: %s", c.UseLine())
}

// unlinkID removes the link between the player's key and another, also at the hosts of this machine.
func unlinkID(p *program, key identity.Key, other string) error {
	vouched, err := key.Remove(p.dirs.Proofs(), other)
	if err != nil {
		return err
	}
	known, err := identity.OpenLinkedKeys(p.dirs.LinkedKeys())
	if err != nil {
		return err
	}
	if !vouched && !slices.Contains(known.Of(key.Fingerprint()), other) {
		return fmt.Errorf("%s is not linked; \"dogfight id\" prints the keys that are", other)
	}
	if err := known.Forget(key.Fingerprint(), other); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "unlinked %s\n", other)
	return nil
}

// printID prints the fingerprint of the key, the key as ssh-keygen writes it, and its links.
func printID(p *program, key identity.Key) error {
	proofs, err := identity.LoadProofs(p.dirs.Proofs())
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s\n%s\n", key.Fingerprint(), key.Line())
	for _, other := range proofs.By(key.Fingerprint()) {
		fmt.Fprintf(p.stdout, "linked %s\n", other)
	}
	return nil
}

// addID links an SSH key, by its public half in a file, to the player's key.
func addID(ctx context.Context, p *program, key identity.Key, file string) error {
	text, err := sys.ReadFile(file, sys.MaxText)
	if err != nil {
		return err
	}
	other, _, _, _, err := ssh.ParseAuthorizedKey(text)
	if err != nil {
		return fmt.Errorf("%s is not an OpenSSH public key", file)
	}
	armoured, err := sign(ctx, p, file, identity.Statement(key.Fingerprint()))
	if err != nil {
		return err
	}
	proof, err := identity.ParseProof(armoured)
	if err != nil {
		return err
	}
	if err := key.Add(p.dirs.Proofs(), proof); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "linked %s\n", ssh.FingerprintSHA256(other))
	return nil
}

// sign signs a text by ssh-keygen, with a key of the agent or the private key beside the public one. It may ask for the passphrase.
func sign(ctx context.Context, p *program, file, text string) (armoured []byte, err error) {
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		return nil, errors.New("no ssh-keygen on this computer: install OpenSSH's client, which signs with your key")
	}
	cmd := exec.CommandContext(ctx, keygen, "-Y", "sign", "-n", "dogfight", "-f", file)
	cmd.Stdin = strings.NewReader(text)
	cmd.Stderr = p.stderr // its reasons, and a request to touch a token
	if armoured, err = cmd.Output(); err != nil {
		return nil, fmt.Errorf("ssh-keygen did not sign with %s: its private key must be beside it, or in the agent", file)
	}
	return armoured, nil
}

// linkBrowser signs a link between the player's key and that of a browser at a host.
func linkBrowser(p *program, key identity.Key, browser, host string) error {
	host = strings.TrimSuffix(host, "/")
	vouch, err := key.Vouch(browser, host)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stderr, "The browser with this key will be you at %s. Open this link there, or paste it under \"Your key\":\n", host)
	if strings.HasPrefix(host, "http:") {
		fmt.Fprintln(p.stderr, "That address is not encrypted: whoever reads what goes over that network can be you there, too.")
	}
	fmt.Fprintf(p.stdout, "%s/#link=%s.%s\n", host, inURL.Replace(strings.TrimPrefix(browser, "SHA256:")), base64.RawURLEncoding.EncodeToString(vouch))
	return nil
}

// inURL writes base64 for URLs.
var inURL = strings.NewReplacer("+", "-", "/", "_")
