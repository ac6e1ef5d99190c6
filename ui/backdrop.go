package ui

import (
	"slices"
	"sync"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
	"dogfight/ui/canvas"
	"dogfight/ui/play"
)

// backdrop is what lies behind the menus: bots that fight, dimmed. The World is stepped here, by the clock of the frames: it
// has no host, and is gone as soon as a match begins.
type backdrop struct {
	screen *play.Backdrop
	setup  *game.Setup
	world  game.World
	bots   []bot.Bot
	orders []game.Order
	events game.Events
	view   net.View
	last   time.Time // when the World was stepped
	large  bool      // it is that of a large window
}

const (
	backdropBots  = 12 // in a large window; half of them in a small one
	backdropSkill = 3
	backdropSeed  = 7

	backdropEvery = 100 * time.Millisecond // between two pictures, for these bytes tell nothing
	backdropSteps = int(backdropEvery * game.TickRate / time.Second)
	backdropBegun = 12 * game.TickRate // so long the fight has lasted when it is first seen

	smallArena, largeArena = "duel", "open"
	smallArenaWidth        = 100 // columns
)

// newBackdrop returns a fight that has lasted for a while, for a window of so many columns.
func newBackdrop(o play.Options, width int) *backdrop {
	begun := begunSmall
	if width > smallArenaWidth {
		begun = begunLarge
	}
	b := *begun()
	b.screen, b.large = play.NewBackdrop(o), width > smallArenaWidth
	b.bots, b.orders = slices.Clone(b.bots), slices.Clone(b.orders)
	b.view = net.View{Phase: net.Playing, Setup: b.setup, World: &b.world, Me: -1}
	return &b
}

// The fights as they are first seen, which backdrops copy.
var (
	begunSmall = sync.OnceValue(func() *backdrop { return begin(smallArena, backdropBots/2) })
	begunLarge = sync.OnceValue(func() *backdrop { return begin(largeArena, backdropBots) })
)

// begin returns a fight of so many bots after backdropBegun.
func begin(name string, bots int) *backdrop {
	arena, err := assets.Arena(name)
	if err != nil {
		panic(err) // embedded
	}
	b := &backdrop{bots: make([]bot.Bot, bots)}
	b.setup = &game.Setup{Arena: arena, Classes: assets.Classes(), Weapons: assets.Weapons()}
	b.world = game.NewWorld(b.setup, backdropSeed)
	for i := range b.bots {
		b.bots[i] = bot.New(backdropSkill, uint64(i))
		b.orders = append(b.orders, game.Order{
			Kind: game.OrderJoin, Slot: uint8(i), Class: uint8(i % len(b.setup.PilotClasses())), Weapon: uint8(i % len(b.setup.PilotWeapons())),
		})
	}
	for range backdropBegun {
		b.step()
	}
	b.events = game.Events{}
	return b
}

// step lets a tick of the fight pass.
func (b *backdrop) step() {
	b.world.Step(b.setup, b.orders, &b.events)
	b.orders = b.orders[:0]
	for i := range b.bots {
		if in := b.bots[i].Fly(&b.world, b.setup, i); in != b.world.Ships[i].Input {
			b.orders = append(b.orders, game.Order{Kind: game.OrderInput, Slot: uint8(i), Input: in})
		}
	}
}

// see goes on to now, if it is time for another picture; one that stands still never does.
func (b *backdrop) see(now time.Time, still bool) {
	now = now.Truncate(backdropEvery)
	if !b.last.IsZero() && (still || !now.After(b.last)) {
		return
	}
	b.events.List = b.events.List[:0]
	if !b.last.IsZero() {
		for range backdropSteps {
			b.step()
		}
	}
	b.last = now
	b.view.Events = b.events.List
	b.screen.See(&b.view, now)
}

// illustrated is a page that paints over the backdrop, on its canvas.
type illustrated interface {
	paint(c *canvas.Canvas, now time.Time)
}

// inSpace reports whether the backdrop is behind the pages: there is no match, or none to be seen yet.
func (a *app) inSpace() bool { return a.flight == nil || a.flight.view.Phase == net.Joining }

// drawBackdrop covers the whole screen with what lies behind a page.
func (a *app) drawBackdrop(p page, now time.Time) {
	width, _ := a.screen.Size()
	switch {
	case a.conf.Guest, a.ascii(), a.screen.Colors() == 0: // a host has better to do than a fight for each guest; and what is no dimmer than the text hides it: there are stars
		if a.backdrop == nil {
			a.backdrop = &backdrop{screen: play.NewBackdrop(a.look())}
		}
	default:
		if a.backdrop == nil || a.backdrop.large != (width > smallArenaWidth) {
			a.backdrop = newBackdrop(a.look(), width)
		}
		a.backdrop.see(now, a.fewerBytes() || a.conf.Settings.FewerFlashes || a.conf.Settings.ReducedMotion)
	}
	c := a.backdrop.screen.Paint(a.term.Grid())
	if p, ok := p.(illustrated); ok {
		p.paint(c, now)
	}
	a.backdrop.screen.Show()
}
