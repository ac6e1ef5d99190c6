package gateway

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dogfight/game"
	"dogfight/net"
	"dogfight/net/link"
	"dogfight/proto/dialect/lightracer"
	"dogfight/proto/dialect/warworlds"
)

func TestWhatIsSaidGoesFromEachProtocolToTheOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t, net.HostConfig{})
	native := net.NewClient(net.ClientConfig{Name: "Zoë", Dial: func() link.Link { return r.dial("memory") }})
	defer native.Leave()
	var heard []string // by her
	known := 0         // pilots, to her
	frame := func(*game.World) bool {
		v := native.Frame(time.Now(), 0)
		known = len(v.Roster)
		for _, line := range v.Chat {
			heard = append(heard, line.From+": "+line.Text)
		}
		return false
	}
	hears := func(text string) {
		t.Helper()
		r.waits(text, func(w *game.World) bool { return frame(w) || slices.Contains(heard, text) })
	}
	r.waits("her ship", func(w *game.World) bool { return frame(w) || ships(w) == 1 })
	racer := r.race(r.open("lightracer=:0"), "Bob; 7 Eve")
	commander := r.commander(r.open("warworlds=:0"))
	commander.says(&warworlds.JoinRequest{UserID: 1})
	commanderHears[*warworlds.JoinResponse](commander)
	r.waits("that she knows all", func(w *game.World) bool { return frame(w) || known == 3 })

	racer.says(&lightracer.Say{Text: "hello; all"})
	hears("Bob; 7 Eve: hello; all")
	commander.hearsSaid("Bob; 7 Eve: hello; all")
	commander.says(&warworlds.Chat{Text: "héllo"})
	hears("warworlds-1: héllo")
	racer.hearsSaid("héllo")
	native.Say("hi")
	frame(nil)
	racer.hearsSaid("hi")
	commander.hearsSaid("Zoë: hi")

	all, err := r.host.Pilots()
	if err != nil || len(all) != 3 || all[1].Name != "Bob; 7 Eve" || all[2].Name != "warworlds-1" {
		t.Fatalf("%+v, %v", all, err)
	}
	r.host.Mute(all[1].ID, true)
	racer.hearsSaid("the host has muted you: no one sees your chat")
	racer.says(&lightracer.Say{Text: "nobody hears this"})
	racer.says(&lightracer.Say{Text: "nor this"})
	commander.says(&warworlds.Chat{Text: "after that"})
	racer.hearsSaid("after that") // so the host has what was said before it
	hears("warworlds-1: after that")
	if slices.Contains(heard, "Bob; 7 Eve: nobody hears this") {
		t.Error("a muted racer is heard")
	}
}

func (c *commander) hearsSaid(text string) {
	c.t.Helper()
	for commanderHears[*warworlds.Chat](c).Text != text {
	}
}

// hearsEnding is hearsSaid for what a pilot says that may be new: then the name is unknown.
func (c *commander) hearsEnding(text string) {
	c.t.Helper()
	for !strings.HasSuffix(commanderHears[*warworlds.Chat](c).Text, text) {
	}
}

func (c *racing) hearsSaid(text string) {
	c.t.Helper()
	for m := (lightracer.Chat{}); !strings.HasSuffix(m.Text, text); { // the name is before it until the racer knows the pilot
		racerHears(c, &m)
	}
}
