package hub

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"

	"dogfight/sys"
)

// Key is a line of the file of keys: who may come in, and as what.
type Key struct {
	Public string // an nkey of a user, which begins with U
	Role   Role
	Name   string // for people, and in logs
}

// Role is what an nkey may do.
type Role string

const (
	RoleHost     Role = "host"     // runs matches
	RoleDoor     Role = "door"     // places players
	RoleOperator Role = "operator" // looks at everything, bans, and drains
	RoleHub      Role = "hub"      // a service beside the hubs: everything
)

// Roles are all there are.
var Roles = []Role{RoleHost, RoleDoor, RoleOperator, RoleHub}

const (
	maxKeysFile = 1 << 20
	maxKeys     = 8192
	maxKeyName  = 32
)

// String is the line of a key.
func (k Key) String() string { return fmt.Sprintf("%s %s %s", k.Public, k.Role, k.Name) }

// ReadKeys reads a file of keys. An error names the line.
func readKeys(file string) ([]Key, error) {
	text, err := sys.ReadFile(file, maxKeysFile)
	if err != nil {
		return nil, fmt.Errorf("--keys: %w", err)
	}
	keys, err := ParseKeys(text)
	if err != nil {
		return nil, fmt.Errorf("--keys: %s: %w", file, err)
	}
	return keys, nil
}

// ParseKeys reads lines of a public key, a role and a name. Empty lines, and those that begin with #, say nothing.
func ParseKeys(text []byte) (keys []Key, err error) {
	if len(text) > maxKeysFile {
		return nil, fmt.Errorf("must be at most %d bytes", maxKeysFile)
	}
	seen := map[string]int{}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, maxKeysFile+1)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		key, err := parseKey(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if before := seen[key.Public]; before > 0 {
			return nil, fmt.Errorf("line %d: the same key as in line %d", n, before)
		}
		seen[key.Public] = n
		keys = append(keys, key)
		if len(keys) > maxKeys {
			return nil, fmt.Errorf("line %d: there must be at most %d keys", n, maxKeys)
		}
	}
	return keys, lines.Err()
}

func parseKey(line string) (Key, error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return Key{}, fmt.Errorf("must be a public key, a role and a name, got %d words", len(fields))
	}
	k := Key{fields[0], Role(fields[1]), fields[2]}
	if nkeys.IsValidPublicUserKey(k.Public) {
		return k, k.check()
	}
	if strings.HasPrefix(k.Public, "S") {
		return Key{}, fmt.Errorf("must begin with a public key, got what looks like a secret seed: take it out of this file, and make a new pair")
	}
	return Key{}, fmt.Errorf("%q is not a public user nkey, which begins with U", k.Public)
}

// check says what is wrong with a key's role and name.
func (k Key) check() error {
	if permissionsOf(k.Role, k.Public) == nil {
		return fmt.Errorf("the role must be host, door, operator or hub, got %q", k.Role)
	}
	return CheckName(k.Name)
}

// CheckName says what is wrong with the name of a key, which is also that of a file.
func CheckName(name string) error {
	if name == "" || len(name) > maxKeyName {
		return fmt.Errorf("a name must have 1 to %d letters, got %d", maxKeyName, len(name))
	}
	for _, c := range name {
		if c != '-' && c != '_' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return fmt.Errorf("a name must have letters, digits, - and _ alone, got %q", name)
		}
	}
	return nil
}
