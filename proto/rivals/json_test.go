package rivals_test

import (
	"encoding/json"
	"reflect"
)

// jsonText is the state as one JSON object.
type jsonText struct{ got state }

func (c *jsonText) encode(b []byte, _, now *frame) []byte {
	text, err := json.Marshal(&now.state)
	if err != nil {
		panic(err) // a struct of numbers and text
	}
	return append(b, text...)
}

func (c *jsonText) decode(b []byte, _ *frame) error {
	c.got = state{}
	return json.Unmarshal(b, &c.got)
}

func (c *jsonText) arrived(now *frame) bool { return reflect.DeepEqual(c.got, now.state) }
