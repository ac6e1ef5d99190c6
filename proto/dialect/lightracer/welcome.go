package lightracer

import (
	"fmt"
	"strconv"
	"strings"
)

// Welcome tells that the player has a ship, and where the data is to be had.
type Welcome struct {
	ID       int32  // of the Player of the one welcomed
	DataPort uint16 // TCP and UDP
	Token    int32  // that the data connection opens with
}

// Append appends the line and its end.
func (m *Welcome) Append(b []byte) []byte {
	b = append(appendNumber(append(b, "WELCOME "...), m.ID), ' ')
	b = append(appendNumber(b, int32(m.DataPort)), ' ')
	return endLine(appendNumber(b, m.Token))
}

func parseWelcome(rest string) (Reply, error) {
	id, rest, _ := strings.Cut(rest, " ")
	port, token, _ := strings.Cut(rest, " ")
	var m Welcome
	var err error
	if m.ID, err = number("WELCOME id", id); err != nil {
		return nil, err
	}
	dataPort, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("WELCOME port must be 0 to 65535, got %s", quote(port))
	}
	m.DataPort = uint16(dataPort)
	if m.Token, err = number("WELCOME token", token); err != nil {
		return nil, err
	}
	return &m, nil
}
