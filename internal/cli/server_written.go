package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"dogfight/internal/config"
)

// written returns the value of a flag as the file has it.
func (k *serverKey) written(v pflag.Value) string {
	text := v.String()
	switch k.kind {
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
		return writtenList(v.(pflag.SliceValue).GetSlice())
	case config.Turns, config.Joined:
		if text == "" {
			return "[]"
		}
		return writtenList(strings.Split(text, ","))
	}
	return config.Quoted(text)
}

func writtenList(texts []string) string {
	var all []string
	for _, text := range texts {
		all = append(all, config.Quoted(text))
	}
	return "[" + strings.Join(all, ", ") + "]"
}
