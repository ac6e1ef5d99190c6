package dialects

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dogfight/proto/dialect/lightracer"
)

// ParseReply reads a line of the control port, without its end. It is one of *lightracer.Welcome,
// *lightracer.Players, *lightracer.Chat, *lightracer.Settings, *lightracer.Start, *lightracer.Over and *lightracer.Error.
func ParseReply(line string) (lightracer.Reply, error) {
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "WELCOME":
		return parseWelcome(rest)
	case "PLAYERS":
		return parsePlayers(rest)
	case "CHAT":
		return parseChat(rest)
	case "SETTINGS":
		return parseSettings(rest)
	case "START":
		return &lightracer.Start{}, nil
	case "OVER":
		return parseOver(rest)
	case "ERROR":
		return &lightracer.Error{Reason: rest}, nil
	}
	return nil, fmt.Errorf("reply must be WELCOME, PLAYERS, CHAT, SETTINGS, START, OVER or ERROR, got %s", quote(word))
}

func parseWelcome(rest string) (lightracer.Reply, error) {
	id, rest, _ := strings.Cut(rest, " ")
	port, token, _ := strings.Cut(rest, " ")
	var m lightracer.Welcome
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

func parsePlayers(rest string) (lightracer.Reply, error) {
	var m lightracer.Players
	for id, name := range entries(rest) {
		n, err := number("PLAYERS id", id)
		if err != nil {
			return nil, err
		}
		m.List = append(m.List, lightracer.Name{ID: n, Name: name})
	}
	return &m, nil
}

func parseChat(rest string) (lightracer.Reply, error) {
	id, text, _ := strings.Cut(rest, " ")
	n, err := number("CHAT id", id)
	if err != nil {
		return nil, err
	}
	return &lightracer.Chat{ID: n, Text: text}, nil
}

// parseSettings ignores unknown keys.
func parseSettings(rest string) (lightracer.Reply, error) {
	var m lightracer.Settings
	numbers, arena, found := strings.Cut(" "+rest, " arena=")
	if !found {
		return nil, errors.New("SETTINGS: arena is missing")
	}
	m.Arena = arena
	for setting := range strings.FieldsSeq(numbers) {
		key, value, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("SETTINGS must be key=value, got %s", quote(setting))
		}
		var err error
		switch key {
		case lightracer.BotsKey:
			m.Bots, err = number("SETTINGS bots", value)
		case lightracer.TimeKey:
			m.Time, err = number("SETTINGS time", value)
		case lightracer.ModeKey:
			m.Mode = value
		}
		if err != nil {
			return nil, err
		}
	}
	return &m, nil
}

func parseOver(rest string) (lightracer.Reply, error) {
	var m lightracer.Over
	for id, points := range entries(rest) {
		var score lightracer.Score
		var err error
		if score.ID, err = number("OVER id", id); err != nil {
			return nil, err
		}
		if score.Points, err = number("OVER score", points); err != nil {
			return nil, err
		}
		m.Scores = append(m.Scores, score)
	}
	return &m, nil
}

// number reads a number of a line.
func number(field, s string) (int32, error) {
	n, err := strconv.ParseInt(s, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s: %s is not a number", field, quote(s))
	}
	return int32(n), nil
}

// entries yields the entries of a list, cut at their first space.
func entries(list string) func(yield func(id, rest string) bool) {
	return func(yield func(id, rest string) bool) {
		for entry := range strings.SplitSeq(list, ";") {
			if id, rest, _ := strings.Cut(entry, " "); list != "" && !yield(id, rest) {
				return
			}
		}
	}
}

// quote returns as much of s as an error should repeat.
func quote(s string) string { return fmt.Sprintf("%.24q", s) }

// AppendToken appends the token that a data connection, and every datagram from a
// client, opens with.
func AppendToken(b []byte, token int32) []byte {
	return binary.BigEndian.AppendUint32(b, uint32(token))
}
