package export

import (
	"fmt"
	"strconv"
	"strings"

	"dogfight/game"
	"dogfight/ui/canvas"
	"dogfight/ui/play/model"
)

// story describes the events in words.
func (d *drawing) story() string {
	ships := 0
	for _, s := range d.ships {
		if s != nil {
			ships++
		}
	}
	text := fmt.Sprintf("%d ships fight for %s.", ships, strings.TrimSuffix(d.length, "s")+" seconds")
	for _, e := range d.events {
		if e.Kind == game.EventKill {
			text += " " + d.kill(e) + "."
		}
	}
	return text
}

// kill describes a kill.
func (d *drawing) kill(e seenEvent) string {
	if e.By == e.Slot || d.names[e.By] == "" {
		return d.names[e.Slot] + " is destroyed"
	}
	return d.names[e.By] + " destroys " + d.names[e.Slot]
}

// captionTime is how long a caption shows, in ticks.
const captionTime = 3 * game.TickRate

// drawCaptions draws a caption for each kill, at the lower left.
func (d *drawing) drawCaptions() {
	var p pool
	d.tag(`<g font-size="12">`)
	for _, e := range d.events {
		if e.Kind != game.EventKill || d.names[e.Slot] == "" {
			continue
		}
		s := span{e.tick, min(e.tick+captionTime, d.ticks)}
		d.tag(`<text x="10" y="%d">`, 20+16*p.claim(s))
		if e.By != e.Slot && d.names[e.By] != "" {
			d.tag(`<tspan fill="%s">%s</tspan>`, d.hex(d.hulls[e.By].Middle), escape(d.names[e.By]))
		}
		d.tag(`<tspan fill="%s"> ✕ </tspan><tspan fill="%s">%s</tspan>`, d.hex(canvas.LabelInk), d.hex(d.hulls[e.Slot].Middle), escape(d.names[e.Slot]))
		d.show([]span{s})
		d.tag("</text>\n")
	}
	d.tag("</g>")
}

// drawBoard draws the lines above and below: mode, arena, clock and scores.
func (d *drawing) drawBoard(width, height int) {
	d.tag(`<clipPath id="r"><rect x="-80" y="-15" width="160" height="20"/></clipPath>`)
	d.tag(`<text x="12" y="20" fill="%s" font-weight="bold">DOGFIGHT<tspan fill="%s" font-weight="normal"> %s · %s</tspan></text>`,
		d.hex(canvas.Accent), d.hex(canvas.TextInk), escape(d.setup.Mode.Name()), escape(d.setup.Arena.Name))
	d.drawCounter(d.clock, width-12, 20, "end", d.hex(canvas.Strong), func(n int) string { return model.Minutes(game.Tick(n) * game.TickRate) })
	d.drawScores(width, height-10)
}

// drawScores draws the points of the teams, or of the best pilots.
func (d *drawing) drawScores(width, y int) {
	type entry struct {
		name   string
		ink    canvas.Colour
		scores []change
	}
	var all []entry
	if teams := d.setup.PilotTeams(); teams > 0 {
		for team := 1; team <= teams; team++ {
			all = append(all, entry{"Team " + model.TeamLetter(uint8(team)), canvas.TeamInk(uint8(team)), d.teams[team]})
		}
	} else {
		for _, slot := range d.ranks {
			if d.ships[slot] != nil {
				all = append(all, entry{canvas.Cut(d.names[slot], 9), d.hulls[slot].Middle, d.scores[slot]})
			}
		}
	}
	const column, letter = 98, 7
	all = all[:min(len(all), (width-16)/column)]
	for i, e := range all {
		x := 12 + i*(width-16)/len(all)
		d.tag(`<text x="%d" y="%d" fill="%s" font-size="11">%s</text>`, x, y, d.hex(e.ink), escape(e.name))
		if d.setup.Mode.State() == game.RaceState { // its points are the progress on the course
			continue
		}
		d.drawCounter(e.scores, x+letter*canvas.Width(e.name)+8, y, "start", d.hex(canvas.Strong), strconv.Itoa)
	}
}

// drawCounter draws a changing number: all its values below one another, one of which shows.
func (d *drawing) drawCounter(numbers []change, x, y int, anchor, ink string, text func(int) string) {
	const line = 20
	if len(numbers) == 1 {
		d.tag(`<text x="%d" y="%d" text-anchor="%s" fill="%s">%s</text>`, x, y, anchor, ink, text(numbers[0].value))
		return
	}
	d.tag(`<g transform="translate(%d %d)" clip-path="url(#r)"><text text-anchor="%s" fill="%s">`, x, y, anchor, ink)
	a := d.animation()
	for i, n := range numbers {
		d.tag(`<tspan x="0" y="%d">%s</tspan>`, line*i, text(n.value))
	}
	a.addAll(numbers, func(i, _ int) string { return place(0, -line*i) })
	a.end("animateTransform", "transform", ` type="translate" calcMode="discrete"`)
	d.tag("</text></g>\n")
}
