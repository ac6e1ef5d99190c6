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

// told is how a host was told what to host: by flags, and by a file.
type told struct {
	flags *cobra.Command
	given map[string]bool    // flags of the command line, and those whose lines are of no effect beside them
	file  *config.ServerFile // nil: none

	sockets sys.Sockets // that the service manager has handed over
}

// readTold reads the file, if there is one, into the flags that the command line has left open. What is wrong is in single lines;
// what is right holds all the same.
func readTold(flags *cobra.Command, path string) (t told, wrong []error) {
	t = told{flags: flags, given: map[string]bool{}}
	flags.Flags().Visit(func(f *pflag.Flag) {
		t.given[f.Name] = true
		for _, other := range alike[f.Name] {
			t.given[other] = true
		}
	})
	if path == "" {
		return t, nil
	}
	file, err := config.ReadServerFile(path, fileKeys())
	var problems config.Problems
	if err != nil && !errors.As(err, &problems) {
		return t, []error{err}
	}
	for _, p := range problems {
		wrong = append(wrong, command.Usage(p))
	}
	t.file = file
	return t, append(wrong, t.apply()...)
}

// apply sets the flags that the command line has left open.
func (t *told) apply() (wrong []error) {
	for i := range t.file.Values {
		v := &t.file.Values[i]
		k := serverKeyNamed(v.Key)
		if t.given[k.flag] {
			continue
		}
		for _, text := range v.Texts {
			if k.not {
				on, _ := strconv.ParseBool(text)
				text = strconv.FormatBool(!on)
			}
			if err := t.flags.Flags().Set(k.flag, text); err != nil {
				wrong = append(wrong, t.place(command.Explain(t.flags, err)))
			}
		}
	}
	return wrong
}

// aboutFlag is how an error of a flag begins.
var aboutFlag = regexp.MustCompile(`^--([a-z-]+): `)

// place has an error name the line of the file that it is about, if it is about one.
func (t *told) place(err error) error {
	if err == nil || t.file == nil {
		return err
	}
	match := aboutFlag.FindStringSubmatch(err.Error())
	if match == nil || t.given[match[1]] {
		return err
	}
	k := serverKeyOf(match[1])
	if k == nil {
		return err
	}
	v := t.file.Value(k.key())
	if v == nil {
		return err
	}
	what := strings.TrimPrefix(err.Error(), match[0])
	return command.Usage(config.Problem{Path: t.file.Path, Line: v.LineOf(what), Key: k.key(), What: asLines(what)})
}

// refusal is the first of what is wrong, in one line that says how much there is besides; nil if nothing is.
func (t *told) refusal(wrong []error) error {
	switch n := len(wrong) - 1; {
	case n < 0:
		return nil
	case n == 0 || t.file == nil:
		return wrong[0]
	default:
		return command.Usage(fmt.Errorf("%w (and %d more: see dogfight config check)", byLine(wrong)[0], n))
	}
}

// byLine returns errors in the order of the lines that they are about; those about none come first.
func byLine(wrong []error) []error {
	line := func(err error) int {
		var p config.Problem
		errors.As(err, &p)
		return p.Line
	}
	slices.SortStableFunc(wrong, func(a, b error) int { return line(a) - line(b) })
	return wrong
}

// aFlag is a flag in a text.
var aFlag = regexp.MustCompile(`--[a-z][a-z-]*[a-z]`)

// asLines has a text about flags be about lines of the file.
func asLines(text string) string {
	return aFlag.ReplaceAllStringFunc(text, func(flag string) string {
		if k := serverKeyOf(flag[2:]); k != nil {
			return k.key()
		}
		return flag
	})
}

// checkFiles says what is wrong with the files that a file names: they are read when the host starts, which knows no lines.
func (t *told) checkFiles(h *hosting) error {
	if t.file == nil {
		return nil
	}
	if h.SSHAllow != "" && h.SSH != "" {
		if _, err := sshd.ReadAllowed(h.SSHAllow); err != nil {
			return command.Usagef("--ssh-allow: %w", err)
		}
	}
	if h.WebCertificate != "" && h.WebKey != "" {
		if _, err := webd.ReadCertificate(h.WebCertificate, h.WebKey, nil); err != nil {
			return command.Usagef("--web-tls: %w", err)
		}
	}
	if h.Match.Arena != "" && h.Match.Rotation == "" {
		var unknown *assets.UnknownArenaError // which checkArena tells
		if _, err := assets.ArenaIn(h.Dirs.Arenas(), h.Match.Arena); err != nil && !errors.As(err, &unknown) {
			return command.Usagef("--arena: %w", err)
		}
	}
	waves := net.MatchOptions{Mode: game.Waves, Campaign: h.Match.Campaign}
	if _, err := waves.Setup(0); err != nil && checkCampaign(&waves) == nil {
		return command.Usagef("--campaign: %w", err)
	}
	return nil
}

// configPath returns the file that a host is to read: the one that was named or, without a screen, the usual one if it is there;
// "" for none.
func configPath(dirs config.Dirs, named string, headless bool) string {
	if named != "" || !headless {
		return named
	}
	if _, err := os.Stat(dirs.ServerFile()); err != nil {
		return ""
	}
	return dirs.ServerFile()
}
