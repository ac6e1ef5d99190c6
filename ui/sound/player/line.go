package player

import (
	"context"
	"time"

	"dogfight/sys"
	"dogfight/ui/sound"
)

const (
	// lineBlocks are sent together, a packet of 800 bytes every 35 ms: smaller ones would cost more in headers than in delay.
	lineBlocks = 3
	lineTime   = lineBlocks * sound.BlockFrames * time.Second / sound.Rate

	// lineTail is the silence sent after a sound. Programs begin to play when their buffer is full, which is half a second in aplay.
	lineTail = int(600*time.Millisecond/lineTime) + 1
)

// NewLine returns a Player for loudspeakers at the other end of a line. It calls send with the next part of a sound.LineHeader's file; send
// may drop it. Silence is not sent: so the line is free then, and a program at the other end that is late catches up. A panic ends the sound
// alone, and is passed to broke.
func NewLine(volume int, send func([]byte), broke func(value any, stack []byte)) *Player {
	return newPlayer(volume, func(ctx context.Context, p *Player) {
		defer sys.Recover(broke)
		l := line{player: p, send: send}
		for {
			select {
			case first := <-p.queue:
				l.play(ctx, first.Cue)
			case <-ctx.Done():
				return
			}
		}
	})
}

// line is the state of a Player's line.
type line struct {
	player *Player
	send   func([]byte)
	coder  sound.LineCoder
	block  [sound.BlockBytes]byte
	bytes  []byte // reused
}

// play sends a sound, and those that follow until all is silent again. It begins with a turn of silence, by which the program at the other
// end is ahead of the line.
func (l *line) play(ctx context.Context, first sound.Cue) {
	due := time.NewTicker(lineTime) // which drops ticks that are late
	defer due.Stop()
	l.sendTurn()
	l.player.mixer.Play(first)
	for quiet := 0; quiet < lineTail; quiet++ {
		l.sendTurn()
		if l.player.mixer.Playing() {
			quiet = 0
		}
		select {
		case <-due.C:
		case <-ctx.Done():
			return
		}
		l.player.mixQueue(time.Now(), maxAge)
	}
}

// sendTurn mixes and sends the next part.
func (l *line) sendTurn() {
	l.player.mixer.SetVolume(int(l.player.volume.Load()))
	l.bytes = l.bytes[:0]
	for range lineBlocks {
		l.player.mixer.Mix(l.block[:])
		l.bytes = l.coder.Append(l.bytes, l.block[:])
	}
	l.send(l.bytes)
}
