package config

import (
	"fmt"
	"strconv"
	"strings"
)

// Kind is what a value is.
type ValueKind uint8

// The kinds of values.
const (
	Text         ValueKind = iota
	Number                 // a whole one
	Switch                 // true or false
	NumberOrText           // either
	List                   // of texts, or one alone
	Lines                  // likewise, but a text may have several
	Joined                 // likewise, and as one text with commas between them
	Turns                  // what is played in turn
)

// expected says of each kind what it must be.
var expected = [...]string{
	Text:         "text in quotes",
	Number:       "a whole number",
	Switch:       "true or false",
	NumberOrText: "a whole number, or text in quotes",
	List:         "text in quotes, or a list of that",
	Lines:        "text in quotes, or a list of that",
	Joined:       "text in quotes, or a list of that",
	Turns:        `a list such as ["teams:duel", "deathmatch"], or tables [[rotation]] with mode and arena`,
}

// texts returns a value as a flag would be given it, or what is wrong with it.
func (k ValueKind) texts(value any) ([]string, error) {
	wrong := fmt.Errorf("must be %s, got %s", expected[k], written(value))
	switch v := value.(type) {
	case string:
		switch {
		case k == Number || k == Switch:
			return nil, wrong
		case v == "":
			return nil, nil
		case k == Lines:
			return strings.Split(strings.TrimSuffix(v, "\n"), "\n"), nil
		}
		return []string{v}, nil
	case int64:
		if k != Number && k != NumberOrText {
			return nil, wrong
		}
		return []string{strconv.FormatInt(v, 10)}, nil
	case bool:
		if k != Switch {
			return nil, wrong
		}
		return []string{strconv.FormatBool(v)}, nil
	case []any:
		if k != List && k != Lines && k != Joined {
			return nil, wrong
		}
		texts, err := listed(v)
		if k == Joined && len(texts) > 0 {
			texts = []string{strings.Join(texts, ",")}
		}
		return texts, err
	}
	return nil, wrong
}

// listed returns the texts of a list.
func listed(list []any) (texts []string, err error) {
	for i, entry := range list {
		text, ok := entry.(string)
		if !ok {
			return nil, fmt.Errorf("entry %d: must be text in quotes, got %s", i+1, written(entry))
		}
		texts = append(texts, text)
	}
	return texts, nil
}
