package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dogfight/internal/serverfile"
	"dogfight/internal/tomlfile"
)

// written returns the value of a flag as the file has it.
func (k *serverKey) written(v pflag.Value) string {
	text := v.String()
	switch k.kind {
	case serverfile.Switch:
		on, _ := strconv.ParseBool(text)
		return strconv.FormatBool(on != k.not)
	case serverfile.Number:
		return text
	case serverfile.NumberOrText:
		if _, err := strconv.Atoi(text); err == nil {
			return text
		}
	case serverfile.List, serverfile.Lines:
		return writtenList(v.(pflag.SliceValue).GetSlice())
	case serverfile.Turns, serverfile.Joined:
		if text == "" {
			return "[]"
		}
		return writtenList(strings.Split(text, ","))
	}
	return tomlfile.Quoted(text)
}

func writtenList(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, tomlfile.Quoted(text))
	}
	return "[" + strings.Join(all, ", ") + "]"
}
