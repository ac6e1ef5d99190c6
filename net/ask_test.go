package net

import (
	"context"
	"testing"
	"time"

	"dogfight/net/link"
	"dogfight/proto"
)

func TestAStrangerIsToldWhatIsPlayedAndWhereBrowsersMay(t *testing.T) {
	bubble(t, func(t *testing.T) {
		m := startMatch(t, HostConfig{})
		defer m.end()
		ask := func() Told {
			near, far := link.PipeOf(link.Here, "")
			m.host.Add(far)
			told, err := Ask(t.Context(), near)
			if err != nil {
				t.Fatal(err)
			}
			return told
		}
		if told := ask(); told.Info == nil || told.Progress == nil || told.Web != (proto.Web{}) {
			t.Errorf("of a host without a door for browsers: %+v", told)
		}
		m.host.SetWeb(8080, true)
		if told := ask(); told.Info == nil || told.Progress == nil || told.Web != (proto.Web{Port: 8080, Secure: true}) {
			t.Errorf("of one with such a door: %+v", told)
		}
	})
}

func TestHostsOfEveryAgeAreUnderstood(t *testing.T) {
	info, progress := &proto.Info{Title: "Fun"}, &proto.Progress{Number: 3}
	for what, c := range map[string]struct {
		says           [][]byte
		stays          bool // the host does not close
		progress, port bool
		took           time.Duration // at the most
	}{
		"before Progress":     {says: [][]byte{info.Append(nil)}, took: time.Second},
		"before Web":          {says: [][]byte{info.Append(nil), progress.Append(nil)}, progress: true, took: time.Second},
		"ours":                {says: [][]byte{info.Append(nil), progress.Append(nil), (&proto.Web{Port: 80}).Append(nil)}, stays: true, progress: true, port: true, took: time.Second},
		"a later one":         {says: [][]byte{info.Append(nil), {0xf0, 1}, progress.Append(nil)}, progress: true, took: time.Second},
		"one that stays":      {says: [][]byte{info.Append(nil), progress.Append(nil)}, stays: true, progress: true, took: time.Minute},
		"one that never ends": {says: append([][]byte{info.Append(nil)}, make([][]byte, 100)...), stays: true, took: time.Second},
	} {
		bubble(t, func(t *testing.T) {
			near, far := link.PipeOf(link.Here, "")
			for _, p := range c.says {
				if p == nil {
					p = progress.Append(nil)
				}
				far.Send(link.Control, p)
			}
			if !c.stays {
				far.Close()
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			began := time.Now()
			told, err := Ask(ctx, near)
			if err != nil || told.Info == nil || told.Info.Title != "Fun" || (told.Web.Port != 0) != c.port || c.progress && told.Progress == nil {
				t.Errorf("%s: %+v, %v", what, told, err)
			}
			if took := time.Since(began); took > c.took {
				t.Errorf("%s: it took %v", what, took)
			}
			far.Close()
		})
	}
}
