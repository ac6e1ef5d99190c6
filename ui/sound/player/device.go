//go:build windows || darwin

package player

import (
	"context"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/ebitengine/oto/v3"

	"dogfight/sys"
	"dogfight/ui/sound"
)

// device is the system's loudspeakers. A process opens them once.
var device = sync.OnceValues(func() (*oto.Context, error) {
	c, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate: sound.Rate, ChannelCount: sound.Channels, Format: oto.FormatSignedInt16LE, BufferSize: deviceTime * time.Millisecond,
	})
	if err != nil {
		return nil, err
	}
	<-ready
	return c, c.Err()
})

// New returns a Player for the loudspeakers, at a volume of 0 to 100. The caller must close it.
func New(volume int) *Player {
	return newPlayer(volume, func(ctx context.Context, p *Player) {
		if c, err := device(); err == nil {
			c.Resume()
			out := c.NewPlayer(&source{player: p, ended: ctx, oldest: maxOpeningAge})
			out.SetBufferSize(2 * sound.BlockBytes)
			out.Play()
			defer c.Suspend() // it would ask for silence
			defer out.Reset()
		}
		<-ctx.Done()
	})
}

// source is the sound of a Player, as the device reads it.
type source struct {
	player *Player
	ended  context.Context
	oldest time.Duration // Cue that is played
	block  [sound.BlockBytes]byte
	rest   []byte // of block
}

func (s *source) Read(b []byte) (int, error) {
	defer sys.Restore()
	if s.ended.Err() != nil {
		return 0, io.EOF
	}
	if len(s.rest) == 0 {
		s.player.mixQueue(time.Now(), s.oldest)
		s.player.mixer.Mix(s.block[:])
		s.rest, s.oldest = s.block[:], maxAge
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// Names returns the name of the library.
func Names() []string {
	if runtime.GOOS == "windows" {
		return []string{"WASAPI"}
	}
	return []string{"Core Audio"}
}

// Try opens the loudspeakers.
func Try(context.Context) []Finding {
	_, err := device()
	return []Finding{{Name: Names()[0], Path: Names()[0], Problem: err}}
}
