package hub

import (
	"fmt"
	"os"

	"github.com/nats-io/nkeys"
)

// self is the pair with which the hub itself comes in, made anew at each start and never written.
type self struct {
	public string
	sign   func(nonce []byte) ([]byte, error)
}

func newSelf() (self, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return self{}, fmt.Errorf("could not make a key: %w", err)
	}
	public, err := pair.PublicKey()
	return self{public, pair.Sign}, err
}

// MakePair makes a pair of keys, writes the secret seed to a new file that its owner alone may read, and
// returns the public key.
func MakePair(file string) (public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", fmt.Errorf("could not make a key: %w", err)
	}
	defer pair.Wipe()
	seed, err := pair.Seed()
	if err != nil {
		return "", fmt.Errorf("could not make a key: %w", err)
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return "", fmt.Errorf("could not write the seed: %w", err)
	}
	_, err = f.Write(append(seed, '\n'))
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(file) // a torn one would keep the next try from it
		return "", fmt.Errorf("could not write the seed: %w", err)
	}
	return pair.PublicKey()
}
