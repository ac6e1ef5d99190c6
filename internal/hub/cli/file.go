package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dogfight/internal/command"
	"dogfight/internal/config"
)

// notInFile are the flags that have no key.
var notInFile = []string{"config", "help", "version"}

// readFile sets the flags that the command line has left open to the values in a file; "" is none.
func readFile(c *cobra.Command, path string) error {
	if path == "" {
		return nil
	}
	var keys []config.Key
	given := map[string]bool{}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if key := strings.ReplaceAll(f.Name, "-", "_"); !slices.Contains(notInFile, f.Name) {
			keys = append(keys, config.Key{Name: key, Kind: kindOf(f)})
			given[key] = f.Changed
		}
	})
	file, err := config.ReadServerFile(path, keys)
	if err != nil {
		return command.Usagef("%s", strings.Replace(err.Error(), "that dogfight config show lists", "that is a flag with _ for -", 1))
	}
	for _, v := range file.Values {
		for _, text := range v.Texts {
			if given[v.Key] {
				break
			}
			if err := c.Flags().Set(strings.ReplaceAll(v.Key, "_", "-"), text); err != nil {
				return command.Usage(config.Problem{Path: path, Line: v.Line, Key: v.Key, Text: command.Explain(c, err).Error()})
			}
		}
	}
	return nil
}

// kindOf returns the kind of value that the key of a flag has.
func kindOf(f *pflag.Flag) config.ValueKind {
	switch f.Value.Type() {
	case "bool":
		return config.Switch
	case "int":
		return config.Number
	case "stringSlice":
		return config.List
	}
	return config.Text
}
