package webd

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// message is a text message of a page: one of its members is there.
type message struct {
	Hello  *hello  `json:"hello"`
	Resize *size   `json:"resize"`
	Name   *string `json:"name"`
	Sound  *bool   `json:"sound"`
	Leave  *bool   `json:"leave"`
}

// hello is what a page says first.
type hello struct {
	size
	Name  string          `json:"name"`
	Watch bool            `json:"watch"`
	Touch bool            `json:"touch"`
	Still bool            `json:"still"`
	Proof json.RawMessage `json:"proof"`
	Vouch string          `json:"vouch"`
	Tab   string          `json:"tab"`
}

// size is that of a terminal.
type size struct {
	Columns uint32 `json:"columns"`
	Rows    uint32 `json:"rows"`
}

var errMessage = errors.New("a text message must be a JSON object of one known member")

// parse reads a text message.
func parse(text []byte) (m message, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&m) != nil {
		return message{}, errMessage
	}
	if _, err := d.Token(); err != io.EOF {
		return message{}, errMessage
	}
	members := 0
	for _, is := range [...]bool{m.Hello != nil, m.Resize != nil, m.Name != nil, m.Sound != nil, m.Leave != nil} {
		if is {
			members++
		}
	}
	if members != 1 {
		return message{}, errMessage
	}
	return m, nil
}

// Texts to a page.
type (
	challenge struct {
		Challenge string `json:"challenge"`
	}
	welcome struct {
		Welcome struct {
			Known  bool   `json:"known"`
			Linked string `json:"linked,omitempty"`
		} `json:"welcome"`
	}
	bye struct {
		Bye struct {
			Why   string `json:"why"`
			Again bool   `json:"again"`
		} `json:"bye"`
	}
)
