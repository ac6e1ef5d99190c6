package hub

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"dogfight/internal/fleet"
	"dogfight/internal/fleet/overnats"
	"dogfight/sys"
)

// Key is a line of the file of keys.
type Key struct {
	Public string // an nkey of a user, which begins with U
	Role   Role
	Name   string // for people, and in logs
}

// Role is the role of an nkey.
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

// String returns the line of a key.
func (k Key) String() string { return fmt.Sprintf("%s %s %s", k.Public, k.Role, k.Name) }

// readKeys reads a file of keys. Errors name the line.
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

// ParseKeys reads lines of a public key, a role and a name. It skips empty lines and lines that start with #.
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

// check validates role and name.
func (k Key) check() error {
	if permissionsOf(k.Role, k.Public) == nil {
		return fmt.Errorf("the role must be host, door, operator or hub, got %q", k.Role)
	}
	return CheckName(k.Name)
}

// CheckName validates the name of a key, which is also a file name.
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

// self is the hub's own key pair, created at each start and never written.
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

// MakePair creates a key pair, writes the secret seed to a new file that only its owner can read, and returns the public key.
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
		os.Remove(file) // a partial file would block the next try
		return "", fmt.Errorf("could not write the seed: %w", err)
	}
	return pair.PublicKey()
}

// permissionsOf returns the subjects of a role, or nil for an unknown role. They enforce the writers that internal/fleet names. They cannot bind a
// host to its id, which changes with each start; messages that must come from a certain host, such as results, are signed.
//
// No role may publish to arbitrary reply subjects, although NATS has an option for that: the asker could name any subject. Hosts answer on subjects
// that serve answers only.
func permissionsOf(r Role, public string) *server.Permissions {
	var publish, subscribe []string
	desk := desk(public)
	switch r {
	case RoleHost:
		publish = join(desk.reading(), desk.writing("hosts", "matches", "seats"), desk.replays(), desk.put("dogfight.result.*"), desk.put("dogfight.log.*"),
			[]string{"dogfight.lease.*", "dogfight.ask.*", overnats.AllAnswers}, asking())
		subscribe = []string{"dogfight.log.*", "dogfight.lease.*", "dogfight.ask.*"}
	case RoleDoor:
		publish = join(desk.reading(), desk.writing("doors", "seats"), []string{"dogfight.ask.*"}, asking())
		subscribe = []string{"dogfight.log.*"}
	case RoleOperator:
		publish = join(desk.reading(), desk.replays(), []string{"dogfight.ask.*", "dogfight.hub.*"})
		subscribe = []string{"dogfight.>"}
	case RoleHub:
		publish, subscribe = []string{">"}, []string{">"}
	default:
		return nil
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: append(subscribe, overnats.Inbox(public)+".>", overnats.Answers(public)+".>")},
	}
}

// desk is the public key of a client of the hub's desk.
type desk string

func (d desk) api(rest ...string) (all []string) {
	for _, r := range rest {
		all = append(all, overnats.Desk(string(d))+"."+overnats.DeskAPI+"."+r)
	}
	return all
}

func (d desk) put(subject string) []string {
	return []string{overnats.Desk(string(d)) + "." + overnats.DeskPut + "." + subject}
}

// reading lists the subjects for reading and watching the directory and for resuming logs.
func (d desk) reading() (all []string) {
	all = d.api("DIRECT.GET."+overnats.Logs, "STREAM.INFO."+overnats.Logs)
	for _, bucket := range overnats.Buckets() {
		stream := "KV_" + bucket
		all = append(all, d.api("STREAM.INFO."+stream, "DIRECT.GET."+stream, "DIRECT.GET."+stream+".>",
			"CONSUMER.CREATE."+stream+".>", "CONSUMER.MSG.NEXT."+stream+".>")...)
	}
	return all
}

// writing lists the subjects for writing kinds of the directory.
func (d desk) writing(kinds ...string) (all []string) {
	for _, kind := range kinds {
		all = append(all, d.put("$KV.dogfight_"+kind+".*")...)
	}
	return all
}

// replays lists the subjects for storing replays under the client's key, and for reading them.
func (d desk) replays() []string {
	return append(d.api("DIRECT.GET."+overnats.Replays), d.put(overnats.ReplaySubject("*", string(d), "*"))...)
}

// asking lists the subjects for questions to the records. Only operators change bans.
func asking() []string {
	return []string{fleet.RatingsSubject, fleet.ScoresSubject, fleet.KeysSubject}
}

func join(lists ...[]string) (all []string) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
