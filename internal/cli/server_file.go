package cli

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/net"
	"dogfight/net/sshd"
	"dogfight/net/webd"
	"dogfight/sys"
)

// serverKey is a key of server.toml. It sets the flag of dogfight host of the same name, with _ for -.
type serverKey struct {
	flag string
	name string
	live bool // a running host takes its value over
	not  bool // true in the file is false as a flag
}

// serverSections are the keys of server.toml, by their flags, in the order and under the headings of config show; * marks those that a
// running host takes over. A flag of dogfight host that is not here is in notInFile, with the reason.
var serverSections = []struct{ heading, flags string }{
	{"The match", "title* motd* mode* arena* rotation* teams* time* score* campaign* endless* friendly-fire* lobby* no-votes* votes*"},
	{"Bots", "bots* fill* skill*"},
	{"Doors", "listen lan* announce* invite relay invite-once invite-web password-file* ssh ssh-allow* ssh-admins ssh-moderators web web-tls web-acme web-acme-server web-origin web-proxy web-replays " +
		"dialect dialect-classic dialect-settings per-address delay"},
	{"Players", "allow* max-players* reserve* reserved-keys*"},
	{"A fleet of hosts", "fleet fleet-key fleet-ca fleet-region fleet-address fleet-matches"},
	{"Records", "stats record replays resume"},
	{"For the operator", "drain headless admin ops webhook log log-level* log-chat*"},
}

// notInFile are the flags without a key, with the reason.
var notInFile = map[string]string{
	"help":   "it asks for something else",
	"config": "it names the file",
	"class":  "it is of the player who hosts, as settings.toml is",
	"weapon": "likewise",
	"colour": "likewise",
	"name":   "likewise",
}

// alternatives are flags that exclude others: given on the command line, one overrides the keys of the others.
var alternatives = map[string][]string{
	"rotation": {"mode", "arena"},
	"mode":     {"rotation"},
	"arena":    {"rotation"},
	"web-tls":  {"web-acme", "web-acme-server"},
	"web-acme": {"web-tls"},
}

// keysOf returns the keys of a section.
func keysOf(flags string) (keys []serverKey) {
	for flag := range strings.FieldsSeq(flags) {
		flag, live := strings.CutSuffix(flag, "*")
		k := serverKey{flag: flag, name: strings.ReplaceAll(flag, "-", "_"), live: live}
		if flag == "no-votes" {
			k.name, k.not = "ballot", true
		}
		keys = append(keys, k)
	}
	return keys
}

var serverKeys = func() (all []serverKey) {
	for _, section := range serverSections {
		all = append(all, keysOf(section.flags)...)
	}
	return all
}()

// serverKeyWhere returns the first key that matches; nil if there is none.
func serverKeyWhere(matches func(k serverKey) bool) *serverKey {
	if i := slices.IndexFunc(serverKeys, matches); i >= 0 {
		return &serverKeys[i]
	}
	return nil
}

// serverKeyOf returns the key of a flag; nil if it has none.
func serverKeyOf(flag string) *serverKey {
	return serverKeyWhere(func(k serverKey) bool { return k.flag == flag })
}

// kindOf returns the kind of value that the key of a flag has.
func kindOf(f *pflag.Flag) config.ValueKind {
	switch f.Name {
	case "motd":
		return config.Lines
	case "rotation":
		return config.Turns
	case "votes":
		return config.Joined
	}
	switch f.Value.Type() {
	case "bool":
		return config.Switch
	case "int", "int32":
		return config.Number
	case "stringArray":
		return config.List
	case "skill", "teams", "limit", "size":
		return config.NumberOrText
	}
	return config.Text
}

// fileKeys returns the keys of server.toml as internal/config reads them.
func fileKeys(c *cobra.Command) (all []config.Key) {
	for _, k := range serverKeys {
		all = append(all, config.Key{Name: k.name, Kind: kindOf(c.Flags().Lookup(k.flag))})
	}
	return all
}

// fileText returns the value of a flag as server.toml writes it.
func (k *serverKey) fileText(f *pflag.Flag) string {
	text := f.Value.String()
	switch kindOf(f) {
	case config.Switch:
		on, _ := strconv.ParseBool(text)
		return strconv.FormatBool(on != k.not)
	case config.Number:
		return text
	case config.NumberOrText:
		if _, err := strconv.Atoi(text); err == nil {
			return text
		}
	case config.List, config.Lines:
		return quotedList(f.Value.(pflag.SliceValue).GetSlice())
	case config.Turns, config.Joined:
		return quotedList(strings.FieldsFunc(text, func(r rune) bool { return r == ',' }))
	}
	return config.Quoted(text)
}

func quotedList(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, config.Quoted(text))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// sources are the flags and the file of a host.
type sources struct {
	flags     *cobra.Command
	overrides map[string]bool    // flags of the command line, and those with keys that they override
	file      *config.ServerFile // nil: none

	sockets sys.Sockets // from the service manager
}

// readSources reads the file, if there is one, into the flags that the command line has left open. Each mistake is an error of one line; the
// rest of the file applies.
func readSources(c *cobra.Command, path string) (s sources, wrong []error) {
	s = sources{flags: c, overrides: map[string]bool{}}
	c.Flags().Visit(func(f *pflag.Flag) {
		s.overrides[f.Name] = true
		for _, other := range alternatives[f.Name] {
			s.overrides[other] = true
		}
	})
	if path == "" {
		return s, nil
	}
	host, _ := newHosting(&program{dirs: config.User()})
	file, err := config.ReadServerFile(path, fileKeys(host))
	var problems config.Problems
	if err != nil && !errors.As(err, &problems) {
		return s, []error{err}
	}
	for _, p := range problems {
		wrong = append(wrong, command.Usage(p))
	}
	s.file = file
	return s, append(wrong, s.apply()...)
}

// apply sets the flags that the command line has left open.
func (s *sources) apply() (wrong []error) {
	for i := range s.file.Values {
		v := &s.file.Values[i]
		k := serverKeyWhere(func(k serverKey) bool { return k.name == v.Key })
		if s.overrides[k.flag] || s.flags.Flags().Lookup(k.flag) == nil { // a door has some of a host's flags
			continue
		}
		for _, text := range v.Texts {
			if k.not {
				on, _ := strconv.ParseBool(text)
				text = strconv.FormatBool(!on)
			}
			if err := s.flags.Flags().Set(k.flag, text); err != nil {
				wrong = append(wrong, s.place(command.Explain(s.flags, err)))
			}
		}
	}
	return wrong
}

var (
	flagAtStart = regexp.MustCompile(`^--([a-z-]+): `)
	flagInText  = regexp.MustCompile(`--[a-z][a-z-]*[a-z]`)
)

// place returns an error of a flag as one of a line of the file, if the value is from there.
func (s *sources) place(err error) error {
	if err == nil || s.file == nil {
		return err
	}
	match := flagAtStart.FindStringSubmatch(err.Error())
	if match == nil || s.overrides[match[1]] {
		return err
	}
	k := serverKeyOf(match[1])
	if k == nil {
		return err
	}
	v := s.file.Value(k.name)
	if v == nil {
		return err
	}
	text := strings.TrimPrefix(err.Error(), match[0])
	return command.Usage(config.Problem{Path: s.file.Path, Line: v.LineOf(text), Key: k.name, Text: withKeys(text)})
}

// withKeys writes the flags in a text as keys.
func withKeys(text string) string {
	return flagInText.ReplaceAllStringFunc(text, func(flag string) string {
		if k := serverKeyOf(flag[2:]); k != nil {
			return k.name
		}
		return flag
	})
}

// refusal returns the first mistake, with the number of others; nil if there is none.
func (s *sources) refusal(wrong []error) error {
	switch n := len(wrong) - 1; {
	case n < 0:
		return nil
	case n == 0 || s.file == nil:
		return wrong[0]
	default:
		return command.Usage(fmt.Errorf("%w (and %d more: see dogfight config check)", byLine(wrong)[0], n))
	}
}

// byLine sorts errors by their lines; those without a line come first.
func byLine(wrong []error) []error {
	line := func(err error) int {
		var p config.Problem
		errors.As(err, &p)
		return p.Line
	}
	slices.SortStableFunc(wrong, func(a, b error) int { return line(a) - line(b) })
	return wrong
}

// checkFiles checks the files that a file names, for errors with its lines: the host reads them again when it starts.
func (s *sources) checkFiles(h *hosting) error {
	if s.file == nil {
		return nil
	}
	if h.SSHAllow != "" && h.SSH != "" {
		if _, err := sshd.ReadAllowed(h.SSHAllow); err != nil {
			return aboutFlag("--ssh-allow", err)
		}
	}
	if h.WebCertificate != "" && h.WebKey != "" {
		if _, err := webd.ReadCertificate(h.WebCertificate, h.WebKey, nil); err != nil {
			return aboutFlag("--web-tls", err)
		}
	}
	if h.Match.Arena != "" && h.Match.Rotation == "" {
		var unknown *assets.UnknownArenaError // from checkArena
		if _, err := assets.ArenaIn(h.Dirs.Arenas(), h.Match.Arena); err != nil && !errors.As(err, &unknown) {
			return aboutFlag("--arena", err)
		}
	}
	waves := net.MatchOptions{Mode: game.Waves, Campaign: h.Match.Campaign}
	if _, err := waves.Setup(0); err != nil && checkCampaign(&waves) == nil {
		return aboutFlag("--campaign", err)
	}
	return nil
}

// values returns the values of all keys, as text.
func (s *sources) values() map[string]string {
	all := map[string]string{}
	for _, k := range serverKeys {
		all[k.name] = s.flags.Flags().Lookup(k.flag).Value.String()
	}
	return all
}

// configPath returns the file of a host: the named one or, without a screen, the usual one if it exists; "" for none.
func configPath(dirs config.Dirs, named string, headless bool) string {
	if named != "" || !headless {
		return named
	}
	if _, err := os.Stat(dirs.ServerFile()); err != nil {
		return ""
	}
	return dirs.ServerFile()
}
