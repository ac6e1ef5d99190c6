package swarm

import (
	"fmt"
	"time"

	"dogfight/assets"
	"dogfight/game"
	"dogfight/game/bot"
	"dogfight/net"
)

// full is a pilot with a Client, flown by a bot.
type full struct {
	connection
	client *net.Client
	view   *net.View
	bot    bot.Bot
	hands  bot.Fingers // like a player's; half of the pilots tap the fire button
	held   game.Input
	ages   *histogram // of its newest tick, a sample a frame
}

func newFull(l connection, ages *histogram) *full {
	seed := uint64(l.n)
	p := &full{connection: l, bot: bot.New(l.conf.Skill, seed), ages: ages}
	p.hands = bot.Fingers{Slow: true, Taps: l.n%2 == 0, Chance: game.NewChance(seed)}
	conf := net.ClientConfig{Dial: p.dial, Name: l.name(), Rate: l.conf.Rate}
	if l.conf.Addr == "" { // a foreign host may have other tables
		conf.Class = pick(assets.Classes(), l.n).Name
		conf.Weapon = pick(assets.Weapons(), l.n).Name
	}
	p.client = net.NewClient(conf)
	return p
}

// name returns the pilot's name.
func (l *connection) name() string { return fmt.Sprint("Swarm ", l.n) }

// pick returns a row of a table in turn.
func pick[T any](table []T, n int) T { return table[n%len(table)] }

func (p *full) frame(now time.Time) {
	p.view = p.client.Frame(now, p.held)
	p.held = game.Steer(game.Idle)
	if p.view.World == nil || p.view.Me < 0 {
		return
	}
	p.held = p.hands.Press(p.bot.Fly(p.view.World, p.view.Setup, p.view.Me))
	p.ages.add(p.view.Lag.Age)
}

func (p *full) state() (playing bool, err error) {
	if p.view == nil {
		return false, nil
	}
	return p.view.Phase == net.Playing && p.view.Me >= 0, p.view.Err
}

func (p *full) leave() { p.client.Leave() }

func (p *full) count(sum *tally) {
	sum.traffic.add(p.read())
	if p.view != nil {
		sum.keyframes += p.view.Lag.Keyframes
		sum.rollbacks += p.view.Lag.Rollbacks
		sum.desyncs += p.view.Lag.Desyncs
	}
}
