package assets

import (
	"slices"
	"strings"
	"unicode"
)

// Help returns the text of the help screen, at most 74 columns wide.
func Help() string {
	return strings.NewReplacer("{phrases}", phraseList(), "{bots}", botList(), "{modes}", modeList()).Replace(file("help.txt"))
}

// HelpForPad returns the same for those who hold a pad: what keys do is another section there, or none.
func HelpForPad() string {
	all, pad := sections(Help()), sections(file("help_pad.txt"))
	all = slices.DeleteFunc(all, func(s string) bool { return heading(s) == "PHRASES" }) // which digits say
	for i := range all {
		if at := slices.IndexFunc(pad, func(s string) bool { return heading(s) == heading(all[i]) }); at >= 0 {
			all[i] = pad[at]
		}
	}
	return strings.ReplaceAll(strings.Join(all, "\n\n")+"\n", "the arrows turn", "the stick turns")
}

// sections returns the sections of a text, each of which begins with its heading, the only line that is not indented.
func sections(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line[0] > ' ' && unicode.IsUpper(rune(line[0])) {
			all = append(all, "")
		}
		all[len(all)-1] += line
	}
	for i := range all {
		all[i] = strings.TrimRight(all[i], "\n")
	}
	return all
}

func heading(section string) string {
	line, _, _ := strings.Cut(section, "\n")
	return line
}
