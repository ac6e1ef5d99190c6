// Package pack makes of all effects what a page in a browser plays them from: a list of what they are, and their samples in
// one file. So there is but one place where effects are made, and where it says how they are mixed.
package sound

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
)

// List is all that a mixer elsewhere has to know, besides the samples.
type PackList struct {
	Samples string                  `json:"samples"` // where they are, seen from where the page is
	Rate    int                     `json:"rate"`    // of them a second
	Mix     Mix                     `json:"mix"`
	Effects map[string]PackedEffect `json:"effects"` // by name
}

// Effect is where an effect is in the samples, and what place it has in the mix.
type PackedEffect struct {
	At    int `json:"at"`    // its first byte
	Count int `json:"count"` // of samples, in IMA ADPCM, two a byte, the low bits first
	Place
}

// All makes all effects, which takes a moment, and returns their list and their samples. What is at the address that whereOf
// returns for a version never changes.
func PackAll(whereOf func(version string) string) (list, samples []byte) {
	l := PackList{Rate: Rate, Mix: theMix, Effects: map[string]PackedEffect{}}
	for e := range Effects {
		if all := e.Samples(); len(all) > 0 {
			l.Effects[e.String()] = PackedEffect{len(samples), len(all), e.Place()}
			samples = appendADPCM(samples, all)
		}
	}
	sum := sha256.Sum256(samples)
	l.Samples = whereOf(base64.RawURLEncoding.EncodeToString(sum[:9]))
	list, err := json.Marshal(l)
	if err != nil {
		panic(err) // of numbers and names alone
	}
	return list, samples
}
