package net

import (
	"crypto/rand"
	"crypto/sha256"

	"dogfight/proto"
)

// TokenProof is the SHA-256 of a token: enough to know it by, and of no use to whoever finds it in a file.
type TokenProof [sha256.Size]byte

// proofOf returns the proof of a token; none of the zero token.
func proofOf(t proto.Token) TokenProof {
	if t == (proto.Token{}) {
		return TokenProof{}
	}
	return sha256.Sum256(t[:])
}

// isPlayer reports whether the seat is a player's, also while a bot stands in.
func (s *Seat) isPlayer() bool { return s.Proof != TokenProof{} }

// giveToken gives a player a new token.
func (s *Seat) giveToken() {
	rand.Read(s.Token[:])
	s.Proof = proofOf(s.Token)
}

// knowToken has a seat whose token is not known have the one that the player shows, or a new one if that is another's.
func (s *Seat) knowToken(shown proto.Token) {
	switch {
	case s.Token != proto.Token{}:
	case proofOf(shown) == s.Proof:
		s.Token = shown
	default:
		s.giveToken()
	}
}
