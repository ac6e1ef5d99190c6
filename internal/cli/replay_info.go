package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// newReplayInfo returns the command that describes a replay.
func newReplayInfo(p *program) *cobra.Command {
	var asJSON, chat, kills bool
	c := command.New("info FILE [flags]", "Print what a replay contains", command.Words{Least: 1, Most: 1},
		func(c *cobra.Command, args []string) error {
			if err := refuseIdle(c.Flags().Changed, []idle{{asJSON, "chat kills", "does not go with --json, which has both"}}); err != nil {
				return err
			}
			f, err := readReplay(p.dirs, args[0])
			if err != nil {
				return err
			}
			info := describeReplay(p.dirs, args[0], f)
			if asJSON {
				return json.NewEncoder(p.stdout).Encode(info)
			}
			chat, kills = chat || !info.Playable, kills || !info.Playable
			_, err = fmt.Fprint(p.stdout, info.text(chat, kills))
			return err
		})
	c.Long = `Print what a replay contains, without playing it. For a match of other rules, which this program cannot play, it also prints
the version that can, the chat and the kills.

The JSON is one object: file, bytes, playable, why_not, torn; program, rules, rules_version, protocol; recorded_at, host (hex), match,
title, arena, mode, first_tick, ticks (60 to the second), seconds, from_beginning, seed, seen_by (the pilot whose client recorded it);
pilots (id, name, bot); result (finished, wave, team_scores, flights), absent if the match did not end; chat (tick, seconds, pilot,
text); kills (tick, seconds, pilot, by, with; with a weapon's number); marks; sizes (orders, keyframes, notes, state, rest, and
bytes_a_minute); seal (state, signed_by, known_as, own). What is empty may be absent; later versions may add keys.`
	c.Example = "  dogfight replay info match.dogfight\n  dogfight replay info match.dogfight --json"
	c.Flags().BoolVar(&asJSON, "json", false, "print all of it as a line of JSON")
	c.Flags().BoolVar(&chat, "chat", false, "print the chat")
	c.Flags().BoolVar(&kills, "kills", false, "print the kills")
	return c
}

// replayInfo is what is told of a replay. Keys are added, and none is changed.
type replayInfo struct {
	File     string `json:"file"`
	Bytes    int    `json:"bytes"`
	Playable bool   `json:"playable"`
	WhyNot   string `json:"why_not,omitempty"`
	Torn     string `json:"torn,omitempty"`

	Program      string `json:"program"`
	Rules        string `json:"rules"` // fingerprint
	RulesVersion int    `json:"rules_version"`
	Protocol     int    `json:"protocol"`

	RecordedAt string    `json:"recorded_at,omitempty"`
	Host       string    `json:"host,omitempty"`
	Match      int       `json:"match"`
	Title      string    `json:"title,omitempty"`
	Arena      string    `json:"arena"`
	Mode       string    `json:"mode"`
	FirstTick  game.Tick `json:"first_tick"`
	Ticks      game.Tick `json:"ticks"`
	Seconds    float64   `json:"seconds"`
	Whole      bool      `json:"from_beginning"`
	Seed       uint64    `json:"seed,omitempty"`
	SeenBy     string    `json:"seen_by,omitempty"`

	Pilots []pilotTold `json:"pilots"`
	Result *resultTold `json:"result,omitempty"`
	Chat   []lineTold  `json:"chat,omitempty"`
	Kills  []killTold  `json:"kills,omitempty"`
	Marks  []lineTold  `json:"marks,omitempty"`
	Sizes  sizesTold   `json:"sizes"`
	Seal   sealFound   `json:"seal"`
}

type pilotTold struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

type lineTold struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	Pilot   string    `json:"pilot,omitempty"` // "": nobody
	Text    string    `json:"text"`
}

type killTold struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	Pilot   string    `json:"pilot"`
	By      string    `json:"by"` // the same: nobody else did it
	With    int       `json:"with"`
}

// sizesTold are bytes.
type sizesTold struct {
	Orders    int `json:"orders"`
	Keyframes int `json:"keyframes"`
	Notes     int `json:"notes"`
	State     int `json:"state"`
	Rest      int `json:"rest"`
	AMinute   int `json:"bytes_a_minute"` // all but the rest
}

// describeReplay returns what there is to tell of a replay.
func describeReplay(dirs config.Dirs, path string, f *replay.File) *replayInfo {
	h := &f.Head
	info := &replayInfo{
		File: path, Bytes: f.Whole, Playable: f.Unplayable == nil,
		Program: h.Program, Rules: fmt.Sprintf("%08x", h.Rules), RulesVersion: int(h.RulesVersion), Protocol: int(h.Protocol),
		RecordedAt: recordedAt(h), Match: int(h.Number), Title: h.Title, Arena: h.Arena, Mode: h.Mode,
		FirstTick: h.First, Ticks: f.LastTick - h.First, Seconds: matchTime(f, f.LastTick).Seconds(), Whole: h.Whole, Seed: h.Seed,
		Pilots: []pilotTold{}, Sizes: sizesOf(f), Seal: checkSeal(dirs, f),
	}
	if h.Host != 0 {
		info.Host = fmt.Sprintf("%016x", h.Host)
	}
	if f.Unplayable != nil {
		info.WhyNot = f.Unplayable.Error()
	}
	if f.Torn != nil {
		info.Torn = f.Torn.Error()
	}
	if f.Result != nil {
		info.Result = tellResult(f.Result)
	}
	info.addNotes(f)
	return info
}

// sizesOf returns what takes how many bytes.
func sizesOf(f *replay.File) sizesTold {
	s := f.Sizes
	minutes := max(matchTime(f, f.LastTick).Minutes(), 1.0/60)
	return sizesTold{s.Orders, s.Keyframes, s.Notes, s.State, s.Rest, int(float64(s.Orders+s.Keyframes+s.Notes+s.State) / minutes)}
}

// addNotes adds who was there, and what they said and did.
func (info *replayInfo) addNotes(f *replay.File) {
	cast := castOf(f)
	for i := range f.Notes {
		n := &f.Notes[i]
		cast.at(n.Tick)
		line := lineTold{Tick: n.Tick, Seconds: matchTime(f, n.Tick).Seconds(), Text: n.Text}
		switch {
		case n.Kind == replay.NoteCame:
			info.addPilot(&n.Pilot)
			if f.Head.Watched && n.Pilot.ID == f.Head.Pilot {
				info.SeenBy = n.Pilot.Name
			}
		case n.Kind == replay.NoteSaid:
			line.Pilot = cast.called(n.Pilot.ID)
			info.Chat = append(info.Chat, line)
		case n.Kind == replay.NoteMark:
			info.Marks = append(info.Marks, line)
		case n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill:
			info.Kills = append(info.Kills, killTold{line.Tick, line.Seconds, cast.inSlot(n.Deed.Slot), cast.inSlot(n.Deed.By), int(n.Deed.What)})
		}
	}
}

// addPilot adds a pilot, or another name of one that is there.
func (info *replayInfo) addPilot(p *proto.Pilot) {
	for i := range info.Pilots {
		if of := &info.Pilots[i]; of.ID == int(p.ID) {
			of.Name = p.Name
			return
		}
	}
	info.Pilots = append(info.Pilots, pilotTold{int(p.ID), p.Name, p.Flags&proto.BotPilot != 0})
}

// names lists the pilots, bots as a number.
func (info *replayInfo) names() string {
	var names []string
	bots := 0
	for _, p := range info.Pilots {
		if p.Bot {
			bots++
			continue
		}
		names = append(names, p.Name)
	}
	if bots > 0 {
		names = append(names, count(bots, "bot"))
	}
	return strings.Join(names, ", ")
}
