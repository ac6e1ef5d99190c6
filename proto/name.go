package proto

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// MaxName is the longest name of a pilot, in runes.
const MaxName = 24

// CleanName returns the name without spaces around it. The error, fit to be
// shown, says why it cannot be a pilot's name; it is a *ReservedError if the name
// could be read, but reads as something else than a pilot.
func CleanName(name string) (string, error) {
	name, err := legibleName(name)
	if err != nil {
		return "", err
	}
	if as := readsAs(name); as != "" {
		return "", &ReservedError{name, as}
	}
	return name, nil
}

// legibleName is CleanName for names that others have taken.
func legibleName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if bad, found := unfit(name); found {
		return "", fmt.Errorf("name: must be legible characters, got %U", bad)
	}
	if n := utf8.RuneCountInString(name); n < 1 || n > MaxName {
		return "", fmt.Errorf("name: must be 1 to %d characters, got %d", MaxName, n)
	}
	return name, nil
}

// ValidChat says why the text cannot be sent as Chat.
func ValidChat(text string) error {
	if bad, found := unfit(text); found {
		return fmt.Errorf("chat: must be legible characters, got %U", bad)
	}
	if len(text) < 1 || len(text) > MaxChat {
		return fmt.Errorf("chat: must be 1 to %d bytes, got %d", MaxChat, len(text))
	}
	return nil
}

// ValidTitle says why the text cannot be a match's title.
func ValidTitle(text string) error {
	if bad, found := unfit(text); found {
		return fmt.Errorf("title: must be legible characters, got %U", bad)
	}
	if len(text) < 1 || len(text) > MaxTitle {
		return fmt.Errorf("title: must be 1 to %d bytes, got %d", MaxTitle, len(text))
	}
	return nil
}
