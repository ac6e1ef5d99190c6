package relay

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	mathrand "math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/crypto/argon2"
)

// DefaultPort is the port of a relay without one.
const DefaultPort = 4248

// Code is the code of an invitation in its usual spelling.
type Code string

// Invitation is a code at a relay.
type Invitation struct {
	Relay string // HOST:PORT
	Code  Code
}

// String returns RELAY/CODE.
func (i Invitation) String() string {
	return strings.TrimSuffix(i.Relay, fmt.Sprintf(":%d", DefaultPort)) + "/" + string(i.Code)
}

// schemes are those that an invitation may begin with.
var schemes = []string{"dogfight://", "https://", "http://"}

// IsInvitation reports whether a text is meant as an invitation, and not as the address of a host.
func IsInvitation(text string) bool {
	_, code, _ := cutScheme(text)
	return code != ""
}

// cutScheme splits RELAY/CODE. The code is empty if the text has another form.
func cutScheme(text string) (relay, code string, web bool) {
	text = strings.TrimSpace(text)
	text = strings.TrimPrefix(text, "dogfight join ")
	for _, scheme := range schemes {
		if len(text) > len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
			relay, code, _ = strings.Cut(text[len(scheme):], "/")
			return relay, strings.Trim(code, "/"), scheme != schemes[0]
		}
	}
	if strings.Contains(text, "://") {
		return "", "", false
	}
	relay, code, _ = strings.Cut(text, "/")
	return relay, strings.Trim(code, "/"), false
}

// ParseInvitation parses RELAY/CODE, which may begin with dogfight:// or https://.
func ParseInvitation(text string) (i Invitation, err error) {
	relay, code, web := cutScheme(text)
	if relay == "" || code == "" {
		return i, fmt.Errorf("an invitation must be as relay.example.org/amber-fox-7k3q-92hd-m4xt, got %q", text)
	}
	if host, _, err := net.SplitHostPort(relay); err == nil && web {
		relay = host // the port is that of the page
	}
	if i.Relay, err = Normalize(relay); err != nil {
		return i, err
	}
	i.Code, err = ParseCode(code)
	return i, err
}

// CheckAddress reports an error if an address cannot be a relay's. "" is none.
func CheckAddress(address string) error {
	if address == "" {
		return nil
	}
	_, err := Normalize(address)
	return err
}

// Normalize returns the address of a relay as HOST:PORT.
func Normalize(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = strings.Trim(address, "[]"), strconv.Itoa(DefaultPort)
	}
	_, notIP := netip.ParseAddr(host)
	n, noPort := strconv.ParseUint(port, 10, 16)
	if noPort != nil || n == 0 || notIP != nil && (host == "" || host[0] == '-' || strings.ContainsFunc(host, notOfNames)) {
		return "", fmt.Errorf("a relay must be HOST or HOST:PORT, got %q", address)
	}
	return net.JoinHostPort(strings.ToLower(host), port), nil
}

// notOfNames reports whether no name of a relay contains a character.
func notOfNames(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-._", r)
}

const (
	digits    = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's base 32: without i, l, o and u
	proofSize = 12                                 // digits
	maxWord   = 12
)

// alike replaces letters that are taken for digits.
var alike = strings.NewReplacer("o", "0", "i", "1", "l", "1")

// ParseCode parses a code as people write it: case, and the kind and number of separators, do not matter, nor that o is written for 0, and i or
// l for 1.
func ParseCode(text string) (Code, error) {
	if len(text) > 2*maxCode {
		return "", fmt.Errorf("a code must be at most %d characters long, got %d", 2*maxCode, len(text))
	}
	parts := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune("-_.+ \u2010\u2011\u2013", r) })
	if len(parts) < 3 {
		return "", fmt.Errorf("a code must be two words and %d characters, as amber-fox-7k3q-92hd-m4xt, got %q", proofSize, text)
	}
	for _, word := range parts[:2] {
		if len(word) > maxWord || strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return "", fmt.Errorf("a code must begin with two words, as amber-fox, got %q", word)
		}
	}
	proof := alike.Replace(strings.Join(parts[2:], ""))
	if n := len(proof); n != proofSize {
		return "", fmt.Errorf("a code must end with %d characters, as 7k3q-92hd-m4xt, got %d in %q", proofSize, n, text)
	}
	if i := strings.IndexFunc(proof, func(r rune) bool { return !strings.ContainsRune(digits, r) }); i >= 0 {
		return "", fmt.Errorf("no code has the character %q", proof[i:i+1])
	}
	return joinCode(parts[0]+"-"+parts[1], proof), nil
}

func joinCode(name, proof string) Code {
	return Code(name + "-" + proof[:4] + "-" + proof[4:8] + "-" + proof[8:])
}

// NewCode returns the code of a new invitation to the host with a certificate (DER).
func NewCode(cert []byte) (Code, Nonce) {
	var nonce Nonce
	rand.Read(nonce[:])
	name := colours[mathrand.N(len(colours))] + "-" + animals[mathrand.N(len(animals))]
	return joinCode(name, proofOf(name, nonce, cert)), nonce
}

// Proves reports whether the code is that of the host with a certificate (DER). It takes about a tenth of a second.
func (c Code) Proves(nonce Nonce, cert []byte) bool {
	parts := strings.SplitN(string(c), "-", 3)
	name := parts[0] + "-" + parts[1]
	return subtle.ConstantTimeCompare([]byte(c), []byte(joinCode(name, proofOf(name, nonce, cert)))) == 1
}

// The cost of a hash: see the package comment.
const (
	hashTime   = 1
	hashMemory = 64 << 10 // KiB
)

// proofOf returns the characters of a code.
func proofOf(name string, nonce Nonce, cert []byte) string {
	sum := sha256.Sum256(cert)
	salt := append([]byte("dogfight/1 "+name+" "), nonce[:]...)
	bits := binary.BigEndian.Uint64(argon2.IDKey(sum[:], salt, hashTime, hashMemory, 1, 8))
	var proof [proofSize]byte
	for i := range proof {
		proof[i] = digits[bits>>(64-5*(i+1))&31]
	}
	return string(proof[:])
}

// colours and animals are short, and no two sound alike.
var (
	colours = strings.Fields(`amber azure black blue brass bright bronze brown calm clear cobalt cold copper coral crimson dark dawn deep
		dusty early ebony emerald fast fierce frosty gentle gilded golden grand green grey happy hazel heavy hidden humble icy indigo iron
		ivory jade jolly keen lemon light lilac little lone lucky lunar magenta maroon merry misty mossy navy noble ochre olive orange pale
		patient pearl pink plain polar proud purple quick quiet rapid ready red royal ruby rusty sable salty sandy scarlet secret sepia sharp
		silent silver sleepy smoky snowy solar steady steel stormy strong sunny swift teal tidy topaz tough umber velvet violet warm white wild
		wise witty young`)
	animals = strings.Fields(`adder ant ape badger bat bear beaver bee beetle bison boar buffalo camel carp cat cheetah cicada cobra cod condor
		crab crane cricket crow deer dingo dog dolphin donkey dove dragon duck eagle eel egret elk falcon ferret finch fox frog gecko gibbon
		goat goose gopher hamster hare hawk hedgehog heron hippo hornet horse husky hyena ibex ibis iguana jackal jaguar kestrel kiwi koala
		lark lemur leopard lion lizard llama lobster lynx magpie mantis marmot mole moose moth mouse newt ocelot octopus orca osprey otter owl
		panda panther parrot pelican penguin pigeon puffin puma python quail rabbit raccoon raven rhino robin salmon seal shark sheep sloth snail
		sparrow spider squid stork swan tapir tiger toad toucan trout turtle viper vulture walrus wasp weasel whale wolf wombat wren yak zebra`)
)
