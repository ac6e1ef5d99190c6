package net

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"

	"github.com/xdg-go/scram"
)

// Verifier is what a host keeps of its match's password: salt, iterations, StoredKey
// and ServerKey (RFC 5802, section 3), by which it can examine proofs and show that
// it knows it, but not prove it to another; and a byte to tell most others by, see
// Likely. NewVerifier gives one. Safe from any goroutine.
type passwordVerifier struct {
	server *scram.Server
	stored scram.StoredCredentials
	key    [sha256.Size]byte // of the byte below: random
	mark   byte
}

// NewVerifier returns the Verifier of a password that asks for as many iterations as are given: Iterations, but for tests. It takes as
// long as a client's proof.
func newPasswordVerifier(password string, iterations int) *passwordVerifier {
	v := &passwordVerifier{}
	salt := make([]byte, saltSize)
	rand.Read(salt)
	rand.Read(v.key[:])
	v.mark = v.markOf(password)
	v.stored = derive(password, scram.KeyFactors{Salt: string(salt), Iters: iterations})
	v.server, _ = scram.SHA256.NewServer(func(string) (scram.StoredCredentials, error) { return v.stored, nil }) // never fails
	return v
}

func derive(password string, f scram.KeyFactors) scram.StoredCredentials {
	stored, err := newClient(password, f.Iters).GetStoredCredentialsWithError(f)
	if err != nil {
		panic("password: " + err.Error()) // of lengths that crypto/pbkdf2 refuses, which these are not
	}
	return stored
}

// Likely reports whether a password may be the right one, as one in 256 wrong ones may.
// A password that is typed into the host's own process has that do the iterations: with this, a stranger's
// guesses cost next to none. Only a reader of the host's memory could use it, to
// spare as many.
func (v *passwordVerifier) Likely(password string) bool { return v.markOf(password) == v.mark }

func (v *passwordVerifier) markOf(password string) byte {
	mac := hmac.New(sha256.New, v.key[:])
	mac.Write([]byte(normal(password)))
	return mac.Sum(nil)[0]
}

// Is reports whether a password that was typed into this process is the right
// one. One that is Likely takes as long as a client's proof.
func (v *passwordVerifier) Is(password string) bool {
	return v.Likely(password) && subtle.ConstantTimeCompare(derive(password, v.stored.KeyFactors).StoredKey, v.stored.StoredKey) == 1
}

// Exam examines one proof. It belongs to one goroutine.
type passwordExam struct{ conv *scram.ServerConversation }

// Examine begins to examine a proof that must be bound to the data; nil binds it to
// nothing.
func (v *passwordVerifier) Examine(data []byte) *passwordExam {
	if data == nil {
		return &passwordExam{v.server.NewConversation()}
	}
	return &passwordExam{v.server.NewConversationWithChannelBindingRequired(binding(data))}
}

// Challenge answers a client-first message. An error is to be told to nobody but logs.
func (e *passwordExam) Challenge(first string) (challenge string, err error) {
	return e.conv.Step(first)
}

// Verdict answers a client-final message: by the proof that the host knows the password
// too, or by ErrWrong, ErrRelayed, or what is malformed.
func (e *passwordExam) Verdict(final string) (proof string, err error) {
	answer, err := e.conv.Step(final)
	switch {
	case err == nil && e.conv.Valid():
		return answer, nil
	case answer == scram.ErrChannelBindingsDontMatch:
		return "", errRelayedPassword
	}
	return "", errWrongPassword // malformed ones too, so that a guesser learns nothing
}
