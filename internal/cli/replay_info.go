package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dogfight/game"
	"dogfight/game/career"
	"dogfight/internal/command"
	"dogfight/internal/config"
	"dogfight/internal/records"
	"dogfight/proto"
	"dogfight/proto/replay"
)

// newReplayInfo returns the command that describes a replay.
func newReplayInfo(p *program) *cobra.Command {
	var asJSON, chat, kills bool
	c := command.New("info FILE [flags]", "Print what a replay contains", oneWord,
		func(c *cobra.Command, args []string) error {
			if err := refuseIdle(c.Flags().Changed, idle{asJSON, "chat kills", "does not go with --json, which has both"}); err != nil {
				return err
			}
			f, err := readReplay(p.dirs, args[0])
			if err != nil {
				return err
			}
			info := describeReplay(p.dirs, args[0], f)
			return p.print(asJSON, info, func() string { return info.text(chat || !info.Playable, kills || !info.Playable) })
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

// replayInfo describes a replay. Keys may be added; none is changed.
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

	Pilots []replayPilot `json:"pilots"`
	Result *replayResult `json:"result,omitempty"`
	Chat   []replayLine  `json:"chat,omitempty"`
	Kills  []replayKill  `json:"kills,omitempty"`
	Marks  []replayLine  `json:"marks,omitempty"`
	Sizes  replaySizes   `json:"sizes"`
	Seal   sealCheck     `json:"seal"`

	match *career.Match // of Result; nil for none
}

type replayPilot struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Bot  bool   `json:"bot"`
}

// replayLine is a line of chat, or a mark.
type replayLine struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	Pilot   string    `json:"pilot,omitempty"` // "" for the host
	Text    string    `json:"text"`
}

type replayKill struct {
	Tick    game.Tick `json:"tick"`
	Seconds float64   `json:"seconds"`
	Pilot   string    `json:"pilot"`
	By      string    `json:"by"` // the same pilot without a killer
	With    int       `json:"with"`
}

// replaySizes are in bytes.
type replaySizes struct {
	Orders    int `json:"orders"`
	Keyframes int `json:"keyframes"`
	Notes     int `json:"notes"`
	State     int `json:"state"`
	Rest      int `json:"rest"`
	AMinute   int `json:"bytes_a_minute"` // without the rest
}

// replayResult is the result of a match.
type replayResult struct {
	Finished   bool           `json:"finished"`
	Seconds    float64        `json:"seconds,omitempty"`
	Wave       int            `json:"wave,omitempty"`
	TeamScores []int32        `json:"team_scores,omitempty"` // of team 1 and up
	Flights    []replayFlight `json:"flights"`
}

// replayFlight is the result of a pilot.
type replayFlight struct {
	Pilot   int     `json:"pilot"` // id
	Name    string  `json:"name"`
	Bot     bool    `json:"bot"`
	Skill   int     `json:"skill,omitempty"` // of a bot, if known
	Team    int     `json:"team,omitempty"`
	Class   string  `json:"class"`
	Weapon  string  `json:"weapon"`
	Place   int     `json:"place"` // 0: left before the end
	Won     bool    `json:"won"`
	Score   int     `json:"score"`
	Kills   int     `json:"kills"`
	Deaths  int     `json:"deaths"`
	Assists int     `json:"assists"`
	Shots   int     `json:"shots"`
	Hits    int     `json:"hits"`
	Damage  int     `json:"damage"`
	Seconds float64 `json:"seconds"`
}

func describeReplay(dirs config.Dirs, path string, f *replay.File) *replayInfo {
	h, s := &f.Head, f.Sizes
	minutes := max(matchTime(f, f.LastTick).Minutes(), 1.0/60)
	info := &replayInfo{
		File: path, Bytes: f.Whole, Playable: f.Unplayable == nil,
		Program: h.Program, Rules: fmt.Sprintf("%08x", h.Rules), RulesVersion: int(h.RulesVersion), Protocol: int(h.Protocol),
		Match: int(h.Number), Title: h.Title, Arena: h.Arena, Mode: h.Mode,
		FirstTick: h.First, Ticks: f.LastTick - h.First, Seconds: matchTime(f, f.LastTick).Seconds(), Whole: h.Whole, Seed: h.Seed,
		Pilots: []replayPilot{}, Seal: checkSeal(dirs, f),
		Sizes: replaySizes{s.Orders, s.Keyframes, s.Notes, s.State, s.Rest, int(float64(s.Orders+s.Keyframes+s.Notes+s.State) / minutes)},
	}
	if h.Started != 0 {
		info.RecordedAt = time.UnixMilli(h.Started).UTC().Format(time.RFC3339)
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
		info.Result, info.match = resultOf(f.Result), f.Result
	}
	info.addNotes(f)
	return info
}

// addNotes adds the pilots, the chat, the marks and the kills.
func (info *replayInfo) addNotes(f *replay.File) {
	cast := &cast{notes: f.Notes}
	for i := range f.Notes {
		n := &f.Notes[i]
		cast.at(n.Tick)
		line := replayLine{Tick: n.Tick, Seconds: matchTime(f, n.Tick).Seconds(), Text: n.Text}
		switch {
		case n.Kind == replay.NoteJoined:
			info.addPilot(&n.Pilot)
			if f.Head.Watched && n.Pilot.ID == f.Head.Pilot {
				info.SeenBy = n.Pilot.Name
			}
		case n.Kind == replay.NoteChat:
			line.Pilot = cast.nameOf(n.Pilot.ID)
			info.Chat = append(info.Chat, line)
		case n.Kind == replay.NoteMark:
			info.Marks = append(info.Marks, line)
		case n.Kind == replay.NoteDeed && n.Deed.Kind == game.EventKill:
			info.Kills = append(info.Kills, replayKill{line.Tick, line.Seconds, cast.inSlot(n.Deed.Slot), cast.inSlot(n.Deed.By), int(n.Deed.What)})
		}
	}
}

// addPilot adds a pilot, or the new name of one.
func (info *replayInfo) addPilot(p *proto.Pilot) {
	for i := range info.Pilots {
		if of := &info.Pilots[i]; of.ID == int(p.ID) {
			of.Name = p.Name
			return
		}
	}
	info.Pilots = append(info.Pilots, replayPilot{int(p.ID), p.Name, p.Flags&proto.BotPilot != 0})
}

// resultOf returns the result of a replay.
func resultOf(r *career.Match) *replayResult {
	scores := r.TeamScores[1:]
	for len(scores) > 0 && scores[len(scores)-1] == 0 {
		scores = scores[:len(scores)-1]
	}
	result := &replayResult{Finished: r.Finished, Wave: r.Waves.Wave, TeamScores: scores, Flights: []replayFlight{}}
	for i := range r.Flights {
		f := &r.Flights[i]
		result.Flights = append(result.Flights, replayFlight{
			Pilot: int(f.Pilot), Name: f.Name, Bot: f.Skill != 0, Skill: max(f.Skill, 0), Team: int(f.Team), Class: f.Class, Weapon: f.Weapon,
			Place: f.Place, Won: f.Won, Score: int(f.Score), Kills: f.Kills, Deaths: f.Deaths, Assists: f.Assists,
			Shots: f.Shots, Hits: f.Hits, Damage: f.Damage, Seconds: float64(career.TicksOf(f.Flown)) / game.TickRate,
		})
	}
	return result
}

// text returns the description for people.
func (info *replayInfo) text(chat, kills bool) string {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-9s %s\n", name, strings.ReplaceAll(fmt.Sprintf(format, args...), "; ", "\n          "))
	}
	line("match", "%s in %s, %s%s", info.Mode, info.Arena, clock(seconds(info.Seconds)), info.part())
	if info.Title != "" {
		fmt.Fprintf(&b, "%-9s %s\n", "title", info.Title)
	}
	if at, err := time.Parse(time.RFC3339, info.RecordedAt); err == nil {
		line("recorded", "%s", at.Local().Format("2006-01-02 15:04:05"))
	}
	line("pilots", "%s", info.names())
	line("noted", "%s, %s of chat, %s", count(len(info.Kills), "kill"), count(len(info.Chat), "line"), count(len(info.Marks), "mark"))
	s, state := &info.Sizes, ""
	if s.State != 0 {
		state = fmt.Sprintf(", %d of what the host needs", s.State)
	}
	line("size", "%d bytes, %d a minute; %d of orders, %d of keyframes, %d of notes%s", info.Bytes, s.AMinute, s.Orders, s.Keyframes, s.Notes, state)
	line("seal", "%s", &info.Seal)
	if info.Torn != "" {
		line("torn", "%s", info.Torn)
	}
	if info.Playable {
		line("plays", "yes, it is of dogfight %s, rules version %d", info.Program, info.RulesVersion)
	} else {
		line("plays", "not here: %s", info.WhyNot)
	}
	if info.match != nil {
		fmt.Fprintf(&b, "\n%s", records.FlightsText(info.match, config.ScoresWidth))
	}
	if chat && len(info.Chat) > 0 {
		b.WriteString("\nChat\n")
		for _, l := range info.Chat {
			speaker := ""
			if l.Pilot != "" {
				speaker = l.Pilot + ": "
			}
			fmt.Fprintf(&b, "%8s  %s%s\n", clock(seconds(l.Seconds)), speaker, l.Text)
		}
	}
	if kills && len(info.Kills) > 0 {
		b.WriteString("\nKills\n")
		for _, k := range info.Kills {
			text := k.By + " destroyed " + k.Pilot
			if k.By == k.Pilot {
				text = k.Pilot + " was destroyed"
			}
			fmt.Fprintf(&b, "%8s  %s\n", clock(seconds(k.Seconds)), text)
		}
	}
	return b.String()
}

// part names the recorded part of the match.
func (info *replayInfo) part() string {
	switch {
	case info.SeenBy != "":
		return ", as " + info.SeenBy + " saw it"
	case info.Whole:
		return ", from its beginning"
	}
	return ", a part of it"
}

// names lists the players, and the number of bots.
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
