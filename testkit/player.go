// Package webdtest is a browser's page without a browser, for tests of the door: what it says is what net/webd/doc.go tells.
package testkit

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// Player is who a page proves to be. The zero Player is nobody.
type WebPlayer struct {
	key   ed25519.PrivateKey
	token []byte
}

// NewPlayer returns a player with a key of their own.
func NewWebPlayer() WebPlayer { return KeyedPlayer(randomly(ed25519.SeedSize)) }

// KeyedPlayer returns the player whose key is made of a seed.
func KeyedPlayer(seed []byte) WebPlayer { return WebPlayer{key: ed25519.NewKeyFromSeed(seed)} }

// TokenPlayer returns a player with a token of their own.
func TokenPlayer() WebPlayer { return WebPlayer{token: randomly(32)} }

// Proof answers a challenge as a page of an origin does; nil for nobody.
func (p WebPlayer) Proof(origin, challenge string) json.RawMessage {
	switch {
	case p.key != nil:
		public := p.key.Public().(ed25519.PublicKey)
		return object(map[string]string{"key": encode(public), "signature": encode(p.Sign(origin, challenge))})
	case p.token != nil:
		return object(map[string]string{"token": encode(p.token)})
	}
	return nil
}

// Sign returns the signature in such a proof.
func (p WebPlayer) Sign(origin, challenge string) []byte {
	return ed25519.Sign(p.key, []byte("dogfight browser proof\n"+origin+"\n"+challenge+"\n"))
}

// Fingerprint returns what hosts call the player; "" for nobody.
func (p WebPlayer) Fingerprint() string {
	var hashed []byte
	switch {
	case p.key != nil:
		hashed = append([]byte("\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x20"), p.key.Public().(ed25519.PublicKey)...)
	case p.token != nil:
		hashed = append([]byte("dogfight browser token\x00"), p.token...)
	default:
		return ""
	}
	sum := sha256.Sum256(hashed)
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// NewTab returns what a tab of a browser is known by.
func NewTab() string { return encode(randomly(32)) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func randomly(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

func object(of any) json.RawMessage {
	text, err := json.Marshal(of)
	if err != nil {
		panic(err)
	}
	return text
}
