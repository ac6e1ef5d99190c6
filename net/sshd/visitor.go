package sshd

import (
	"errors"
	"fmt"

	"golang.org/x/crypto/ssh"
)

// Visitor is the client at the other end of a connection.
type Visitor struct {
	User     string // the name that the client gives; anything
	Identity string // fingerprint of the key that the client has proven to hold; "" for none
	Remote   string // the client's address, for logs
}

// identity is where a fingerprint stands in the permissions of a connection.
const identity = "dogfight-identity"

var errStranger = errors.New("this key is not on the list")

// tooManyKeys is shown to a visitor whose last try was refused.
var tooManyKeys = &ssh.BannerError{Err: errStranger, Message: fmt.Sprintf(
	"None of your first %d keys is allowed here. Name the one that is: ssh -o IdentitiesOnly=yes -i KEYFILE ...\n", maxTries)}

// authentication returns how a visitor is let in: by a key or, unless only
// some keys are allowed, without one too.
//
// A key that is offered is noted in what the callback returns, and that counts
// only once the key is proven. OpenSSH offers no key where "none" lets it in; so
// a client without one is let in by a round of questions that has none.
func authentication(key ssh.Signer, allowed *Allowed) *ssh.ServerConfig {
	refused := 0
	c := &ssh.ServerConfig{
		Config:                  ssh.Config{KeyExchanges: keyExchanges, Ciphers: ciphers, MACs: macs},
		PublicKeyAuthAlgorithms: keyProof,
		MaxAuthTries:            maxTries,
		ServerVersion:           "SSH-2.0-dogfight",
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if cert, ok := key.(*ssh.Certificate); ok {
				key = cert.Key // which stays when the certificate runs out
			}
			if !allowed.has(key) {
				if refused++; refused == maxTries {
					return nil, tooManyKeys
				}
				return nil, errStranger
			}
			return &ssh.Permissions{Extensions: map[string]string{identity: ssh.FingerprintSHA256(key)}}, nil
		},
	}
	if allowed == nil {
		c.KeyboardInteractiveCallback = func(_ ssh.ConnMetadata, ask ssh.KeyboardInteractiveChallenge) (*ssh.Permissions, error) {
			_, err := ask("", "", nil, nil)
			return &ssh.Permissions{}, err
		}
	}
	c.AddHostKey(key)
	return c
}

func visitorOf(c *ssh.ServerConn) Visitor {
	v := Visitor{User: c.User(), Remote: c.RemoteAddr().String()}
	if c.Permissions != nil {
		v.Identity = c.Permissions.Extensions[identity]
	}
	return v
}
