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

// newCert returns the command that makes the certificates of hubs.
func newCert(p *program) *cobra.Command {
	c := command.New("cert DIR NAME[,ADDRESS...]...", "Make the certificates of hubs", command.Words{Least: 2, Most: 100}, func(_ *cobra.Command, args []string) error {
		for _, one := range args[1:] {
			if err := hub.CheckCertificate(one); err != nil {
				return command.Usage(err)
			}
		}
		return hub.MakeCertificates(args[0], args[1:])
	})
	c.Long = "Make the certificates of hubs, by which hubs check one another, and hosts and doors check hubs. DIR gets NAME.pem and NAME.key for each,\n" +
		"valid for NAME and for the names and addresses after it. ca.pem is the certificate of the authority that signs them: for --tls-ca, and\n" +
		"for --fleet-ca of hosts and doors. ca.key is its key, made at the first call: keep it away from the hubs."
	c.Example = "  dogfight-hub cert certificates a,10.0.0.1 b,10.0.0.2 c,10.0.0.3,hub.example.org"
	return c
}
