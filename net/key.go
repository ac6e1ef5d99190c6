package net

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/xdg-go/scram"
	"golang.org/x/text/unicode/norm"
)

const (
	// Iterations of PBKDF2 that a host asks for, and the fewest that a client does: what
	// OWASP's Password Storage Cheat Sheet (2023) asks of PBKDF2-HMAC-SHA256. They
	// take a client 0.15 s on a server's core and some seconds on the smallest of
	// boards, once for each host, and a guesser as long for each guess.
	passwordIterations = 600_000
	// MaxIterations bounds what a host can have a client do.
	maxPasswordIterations = 4 * passwordIterations

	saltSize = 16 // bytes: RFC 8018, section 4.1, asks for 8 at least
)

var (
	// ErrWrong is the verdict on a proof of another password.
	errWrongPassword = errors.New("that is not the password")
	// ErrRelayed is the verdict on a proof that is bound to another channel than it came by.
	errRelayedPassword = errors.New("the proof is bound to another connection")
	// ErrImpostor says that a host did not show that it knows the password.
	errImpostorHost = errors.New("this host does not know the password that you typed")
)

// newClient returns SCRAM's client for a password. There are no user names. It takes no fewer iterations than least.
func newClient(password string, least int) *scram.Client {
	c, err := scram.SHA256.NewClientUnprepped("", normal(password), "")
	if err != nil {
		panic("password: " + err.Error()) // which it never is, unprepped
	}
	return c.WithMinIterations(least)
}

// normal returns a password as in RFC 8265, section 4.2, less what legible text has none
// of. (SASLprep, of RFC 5802, knows no characters younger than Unicode 3.2.)
func normal(password string) string { return norm.NFC.String(password) }

// parseChallenge returns the nonce of a server-first message, or an error if a client that does no fewer iterations than least should
// not answer it.
func parseChallenge(text string, least int) (nonce string, err error) {
	fields := strings.Split(text, ",")
	if len(fields) != 3 || !strings.HasPrefix(fields[0], "r=") || !strings.HasPrefix(fields[2], "i=") {
		return "", errors.New("challenge must be a nonce, a salt and iterations")
	}
	n, err := strconv.Atoi(fields[2][len("i="):])
	if err != nil || n < least || n > maxPasswordIterations {
		return "", fmt.Errorf("iterations must be %d to %d, got %q", least, maxPasswordIterations, fields[2])
	}
	return fields[0][len("r="):], nil
}

// binding returns how SCRAM calls what a proof is bound to; nil is nothing.
func binding(data []byte) scram.ChannelBinding {
	if data == nil {
		return scram.ChannelBinding{}
	}
	return scram.ChannelBinding{Type: scram.ChannelBindingTLSExporter, Data: data}
}
