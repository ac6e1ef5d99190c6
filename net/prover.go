package net

import (
	"crypto/rand"
	"encoding/base64"

	"github.com/xdg-go/scram"

	"dogfight/sys"
)

// Prover proves a password to hosts. NewProver gives one; keep it for as long as the
// password may have to be proven again, for it remembers what was costly. It belongs
// to one goroutine.
type passwordProver struct {
	client *scram.Client
	least  int // iterations
	// unlikely: it is known to be wrong, and not worth the cost. The proof is noise.
	unlikely bool
}

// NewProver returns a Prover of a password that refuses to do fewer iterations than least. Programs pass Iterations; tests spare
// themselves the time.
func newPasswordProver(password string, least int) *passwordProver {
	return &passwordProver{client: newClient(password, least), least: least}
}

// Unlikely is a Prover of a password that is known to be wrong: it proves nothing, at no
// cost, and looks like one that does.
func unlikelyPassword(least int) *passwordProver {
	return &passwordProver{client: newClient("", least), least: least, unlikely: true}
}

// Proof is one proof to one host. It belongs to one goroutine.
type passwordProof struct {
	prover *passwordProver
	conv   *scram.ClientConversation
	final  chan answered // nil until there is a challenge; takes one
	said   bool          // the final message was had
	proven bool          // by the host to us
}

type answered struct {
	text string
	err  error
}

// Begin begins a proof that is bound to the data; nil binds it to nothing.
func (p *passwordProver) Begin(data []byte) *passwordProof {
	if data == nil {
		return &passwordProof{prover: p, conv: p.client.NewConversation()}
	}
	return &passwordProof{prover: p, conv: p.client.NewConversationWithChannelBinding(binding(data))}
}

// First returns the client-first message. It is to be called once.
func (p *passwordProof) First() string {
	first, err := p.conv.Step("")
	if err != nil {
		panic("password: " + err.Error()) // which it never is
	}
	return first
}

// Answer takes the host's challenge and begins, in the background, to find the answer:
// see Final. Its goroutine ends by itself when that is found.
func (p *passwordProof) Answer(challenge string) error {
	nonce, err := parseChallenge(challenge, p.prover.least)
	if err != nil || p.final != nil {
		return errImpostorHost // no host of ours asks so
	}
	p.final = make(chan answered, 1)
	if p.prover.unlikely {
		p.final <- answered{text: noise(nonce)}
		return nil
	}
	go func() {
		defer sys.Restore()
		text, err := p.conv.Step(challenge)
		p.final <- answered{text, err}
	}()
	return nil
}

// noise returns a client-final message that proves nothing and is bound to nothing.
func noise(nonce string) string {
	proof := make([]byte, 32)
	rand.Read(proof)
	return "c=biws,r=" + nonce + ",p=" + base64.StdEncoding.EncodeToString(proof) // biws: "n,,"
}

// Busy reports whether the answer to a challenge is still to be had.
func (p *passwordProof) Busy() bool { return p.final != nil && !p.said }

// Final returns the client-final message once it is there, and once only.
func (p *passwordProof) Final() (text string, ok bool, err error) {
	select {
	case a := <-p.final:
		p.said = a.err == nil
		return a.text, p.said, a.err
	default:
		return "", false, nil
	}
}

// Confirm takes the host's server-final message: ErrImpostor if it does not show that
// the host knows the password.
func (p *passwordProof) Confirm(final string) error {
	if !p.said || p.prover.unlikely {
		return errImpostorHost
	}
	if _, err := p.conv.Step(final); err != nil || !p.conv.Valid() {
		return errImpostorHost
	}
	p.proven = true
	return nil
}

// Confirmed reports whether the host has shown that it knows the password.
func (p *passwordProof) Confirmed() bool { return p.proven }
