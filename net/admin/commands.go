package admin

import (
	"cmp"
	"fmt"
	"strings"

	"dogfight/net"
	"dogfight/net/bans"
)

func who(h *net.Host, _ []string) ([]string, error) {
	all, err := h.Pilots()
	if err != nil || len(all) == 0 {
		return []string{"nobody"}, err
	}
	var rows []string
	for _, p := range all {
		rows = append(rows, fmt.Sprintf("%d\t%s\t%s\t%s\t%d ms\t%s", p.ID, p.Name,
			cmp.Or(p.Identity, "-"), cmp.Or(p.Address, "-"), p.Ping.Milliseconds(), remarks(p)))
	}
	return table(rows), nil
}

// remarks tells what else is to be known of a pilot.
func remarks(p net.Present) string {
	var words []string
	for _, r := range []struct {
		so   bool
		word string
	}{{p.Bot, "bot"}, {p.Spectates && !p.Bot, "spectates"}, {p.Away, "away"}, {p.Muted, "muted"}} {
		if r.so {
			words = append(words, r.word)
		}
	}
	return strings.Join(words, ", ")
}

func kick(h *net.Host, words []string) ([]string, error) {
	p, err := pilotCalled(h, words[0])
	if err != nil {
		return nil, err
	}
	return nil, h.Kick(p.ID, strings.Join(words[1:], " "))
}

func mute(on bool) func(*net.Host, []string) ([]string, error) {
	return func(h *net.Host, words []string) ([]string, error) {
		p, err := pilotCalled(h, strings.Join(words, " "))
		if err != nil {
			return nil, err
		}
		return nil, h.Mute(p.ID, on)
	}
}

func ban(h *net.Host, words []string) ([]string, error) {
	what, comment := words[0], strings.Join(words[1:], " ")
	if _, err := bans.Parse(what); err != nil {
		p, err := pilotCalled(h, what)
		if err != nil {
			return nil, fmt.Errorf("%w; or expected an identity (SHA256:...), an address or a network", err)
		}
		if what, err = h.BanPilot(p.ID, false, comment); err != nil {
			return nil, err
		}
	} else if err := h.Ban(what, comment); err != nil {
		return nil, err
	}
	return []string{what + " is banned"}, nil
}

func unban(h *net.Host, words []string) ([]string, error) { return nil, h.Unban(words[0]) }

func listBans(h *net.Host, _ []string) ([]string, error) {
	var rows []string
	for _, b := range h.Bans() {
		rows = append(rows, b.What+"\t"+b.Comment)
	}
	if rows == nil {
		return []string{"nobody"}, nil
	}
	return table(rows), nil
}

func say(h *net.Host, words []string) ([]string, error) {
	return nil, h.Say(strings.Join(words, " "))
}

func start(h *net.Host, _ []string) ([]string, error)  { return nil, h.Start() }
func finish(h *net.Host, _ []string) ([]string, error) { return nil, h.Finish() }
