package cli

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"

	"github.com/spf13/cobra"

	"dogfight/internal/command"
)

//go:generate sh -c "../../packaging/notices.sh | gzip -n9 >notices.gz"

// notices has the licences of the program and of all its parts. It is compressed: the text has 215 kB.
//
//go:embed notices.gz
var notices []byte

// newLicenses returns the command that prints the licences.
func newLicenses(p *program) *cobra.Command {
	return command.New("licenses", "Print the licences of the program and of all its parts", noWords, func(*cobra.Command, []string) error {
		text, err := gzip.NewReader(bytes.NewReader(notices))
		if err != nil {
			return err
		}
		_, err = io.Copy(p.stdout, text)
		return err
	})
}
