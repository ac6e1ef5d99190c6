package hud

import (
	"fmt"
	"testing"

	"dogfight/proto"
)

func TestOnlySoMuchIsKept(t *testing.T) {
	var h ChatLog
	for i := range logLines + 10 {
		h.add(message{words: fmt.Sprint(i), pilot: proto.Notice})
	}
	if len(h.lines) != logLines || h.line(9, nil) != nil || h.line(10, nil).words != "10" || h.line(h.end(), nil) != nil {
		t.Errorf("got %d lines from %d", len(h.lines), h.first)
	}
}
