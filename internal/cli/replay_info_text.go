package cli

import (
	"fmt"
	"strings"
	"time"

	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/proto/replay"
)

// recordedAt says when a recording began; "" if that is not known.
func recordedAt(h *replay.Head) string {
	if h.Started == 0 {
		return ""
	}
	return time.UnixMilli(h.Started).UTC().Format(time.RFC3339)
}

// text returns what is to be read of a replay.
func (info *replayInfo) text(chat, kills bool) string {
	var b strings.Builder
	line := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "%-9s %s\n", what, strings.ReplaceAll(fmt.Sprintf(format, args...), "; ", "\n          "))
	}
	line("match", "%s in %s, %s%s", info.Mode, info.Arena, clock(seconds(info.Seconds)), info.part())
	if info.Title != "" {
		fmt.Fprintf(&b, "%-9s %s\n", "title", info.Title)
	}
	if at, err := time.Parse(time.RFC3339, info.RecordedAt); err == nil {
		line("recorded", "%s", at.Local().Format("2006-01-02 15:04:05"))
	}
	line("pilots", "%s", info.names())
	line("noted", "%s, %s, %s", count(len(info.Kills), "kill"), count(len(info.Chat), "line")+" of chat", count(len(info.Marks), "mark"))
	s := &info.Sizes
	line("size", "%d bytes, %d a minute; %d of orders, %d of keyframes, %d of notes%s", info.Bytes, s.AMinute, s.Orders, s.Keyframes, s.Notes, ofState(s.State))
	line("seal", "%s", &info.Seal)
	if info.Torn != "" {
		line("torn", "%s", info.Torn)
	}
	if info.Playable {
		line("plays", "yes, it is of dogfight %s, rules version %d", info.Program, info.RulesVersion)
	} else {
		line("plays", "not here: %s", info.WhyNot)
	}
	if info.Result != nil {
		fmt.Fprintf(&b, "\n%s", records.FlightsText(info.Result.records(), config.ScoresWidth))
	}
	if chat {
		for _, l := range info.Chat {
			heading(&b, "Chat", &chat)
			fmt.Fprintf(&b, "%8s  %s%s\n", clock(seconds(l.Seconds)), speaker(l.Pilot), l.Text)
		}
	}
	if kills {
		for _, k := range info.Kills {
			heading(&b, "Kills", &kills)
			fmt.Fprintf(&b, "%8s  %s\n", clock(seconds(k.Seconds)), k.String())
		}
	}
	return b.String()
}

// heading writes a heading before the first line.
func heading(b *strings.Builder, text string, first *bool) {
	if *first {
		fmt.Fprintf(b, "\n%s\n", text)
		*first = false
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// part says what is missing of the match.
func (info *replayInfo) part() string {
	switch {
	case info.SeenBy != "":
		return ", as " + info.SeenBy + " saw it"
	case info.Whole:
		return ", from its beginning"
	}
	return ", a part of it"
}

func ofState(bytes int) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of what the host needs", bytes)
}

// speaker is put before what somebody said.
func speaker(name string) string {
	if name == "" {
		return ""
	}
	return name + ": "
}

func (k *killTold) String() string {
	if k.By == k.Pilot {
		return k.Pilot + " was destroyed"
	}
	return k.By + " destroyed " + k.Pilot
}
