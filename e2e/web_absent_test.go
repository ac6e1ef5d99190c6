//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// TestWhatBrowsersGetIsNotMadeWhenTheProgramStarts looks at what the packages behind the door for browsers allocate before
// main: no file of the page is unpacked, no sample made.
func TestWhatBrowsersGetIsNotMadeWhenTheProgramStarts(t *testing.T) {
	t.Parallel()
	cmd := newCommand(t, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=inittrace=1")
	_, _, trace := runOf(t, cmd)
	inits := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) bytes, \d+ allocs$`).FindAllStringSubmatch(trace, -1)
	if len(inits) < 50 {
		t.Fatalf("the program tells of %d packages", len(inits))
	}
	found := 0
	for _, init := range inits {
		for _, behind := range []string{"dogfight/net/webd", "dogfight/ui/sound", "dogfight/ui/canvas", "rsc.io/qr", "github.com/coder/websocket", "golang.org/x/crypto/acme"} {
			if !strings.HasPrefix(init[1], behind) {
				continue
			}
			found++
			var bytes int
			if fmt.Sscan(init[2], &bytes); bytes > 16<<10 {
				t.Errorf("%s begins with %d bytes", init[1], bytes)
			}
		}
	}
	if found == 0 {
		t.Error("nothing of it is linked in")
	}
}
