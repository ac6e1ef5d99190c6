package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
	"dogfight/internal/hub"
)

// newKey returns the command that makes a pair of keys.
func newKey(p *program) *cobra.Command {
	var role, folder string
	c := command.New("key NAME [flags]", "Make a key for a host, a door or an operator", command.Words{Least: 1, Most: 1},
		func(_ *cobra.Command, args []string) error { return p.makeKey(args[0], hub.Role(role), folder) })
	c.Long = "Make a pair of keys. The secret half goes to NAME.nkey, for --fleet-key; the public half is printed as a line for the hubs' file of keys."
	c.Example = "  dogfight-hub key host1 >> keys\n  dogfight-hub key door1 --role door --dir /etc/dogfight >> keys"
	c.Flags().StringVar(&role, "role", string(hub.RoleHost), "what its holder may do: `host|door|operator|hub`")
	command.Completes(c, "role", "host", "door", "operator", "hub")
	c.Flags().StringVar(&folder, "dir", ".", "`DIR` for the secret half")
	return c
}

func (p *program) makeKey(name string, role hub.Role, folder string) error {
	if err := hub.CheckName(name); err != nil {
		return command.Usage(err)
	}
	if !slices.Contains(hub.Roles, role) {
		return command.Usagef("--role: must be host, door, operator or hub, got %q", role)
	}
	file := filepath.Join(folder, name+".nkey")
	public, err := hub.MakePair(file)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.stdout, hub.Key{Public: public, Role: role, Name: name})
	fmt.Fprintf(p.stderr, "the secret half is in %s\n", file)
	return err
}
