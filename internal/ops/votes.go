package ops

import (
	"fmt"

	"dogfight/net"
)

// veto ends the vote that is under way.
func veto(h *net.Host, _ []string) ([]string, error) {
	what, err := h.Veto()
	return told("stopped the vote: "+what, err)
}

// votes tells what players may vote on and what is voted on, or turns that on or off.
func votes(h *net.Host, words []string) ([]string, error) {
	switch {
	case len(words) == 0:
		allowed, underWay, err := h.Votes()
		lines := []string{"players may vote on: " + allowed.String()}
		if underWay != "" {
			lines = append(lines, "under way: "+underWay)
		}
		return lines, err
	case len(words) == 1 && words[0] == asJSON:
		allowed, underWay, err := h.Votes()
		if err != nil {
			return nil, err
		}
		return jsonLine(struct {
			Allowed  string `json:"allowed"`   // as host --votes has it
			UnderWay string `json:"under_way"` // "" for none
		}{allowed.String(), underWay})
	case len(words) == 1 && words[0] == "on":
		return told("players may vote", h.SetVotes(true))
	case len(words) == 1 && words[0] == "off":
		return told("players may not vote", h.SetVotes(false))
	}
	return nil, fmt.Errorf("must be on, off or --json, got %q", words[0])
}
