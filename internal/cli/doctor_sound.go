package cli

import (
	"context"
	"fmt"
	"strings"

	"dogfight/ui"
	"dogfight/ui/sound/player"
)

// listen finds out by what a match will be heard. Programs are tried, in silence.
func (d *diagnosis) listen(ctx context.Context, wanted ui.Sound) {
	speaks, what, why := wanted.Speaks(d.traits)
	if !speaks {
		d.Sound, d.SoundWhy = what, why
		return
	}
	d.Sound, d.SoundWhy = heardBy(player.Try(ctx))
}

// heardBy says which program plays, and what is wrong with those that were tried before.
func heardBy(found []player.Finding) (name, why string) {
	var wrong []string
	for _, f := range found {
		switch {
		case f.Problem == nil:
			return f.Name, strings.Join(append([]string{f.Path + " plays"}, wrong...), "; ")
		case f.Path != "":
			wrong = append(wrong, fmt.Sprintf("%s: %v", f.Path, f.Problem))
		}
	}
	if wrong == nil {
		return "off", "none of " + strings.Join(player.Names(), ", ") + " is installed"
	}
	return "off", strings.Join(wrong, "; ")
}
