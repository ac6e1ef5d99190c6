package server

import (
	"math"
	"strconv"
	"sync"
	"time"

	"dogfight/net/webd"
	"dogfight/ui"
	"dogfight/ui/sound"
)

// webTerminal is a visitor's in a browser, whose page also plays what is to be heard. Cues go out right behind a frame: so
// they cost no time of their own, and where a slow line has frames left out, there are no Cues either, for which later ones
// would have to wait.
type webTerminal struct {
	*webd.Terminal
	naming naming

	mu      sync.Mutex
	wanted  bool        // by the page
	opened  bool        // by the screen
	volume  int         // 0 to 100
	told    int         // the volume that the page knows; -1 for none
	crowded func() bool // what is drawn waits on the line
	cues    []sound.Cue // that wait for a frame
	since   time.Time   // the oldest of them does
}

const (
	// mostCues is how many go with a frame. There are more only in the thick of a fight, where no ear tells them apart.
	mostCues = 8
	// quiet is what is left of a Cue by distance that is not worth its bytes.
	quiet = 0.03
	// mostCuesCrowded is the same on a line that hardly bears the picture.
	mostCuesCrowded = 3
	// mostCuesWaiting is how many wait for a frame.
	mostCuesWaiting = 64
	// staleCue is the age from which on a Cue is not sent any more: what it tells of is long over.
	staleCue = 150 * time.Millisecond
	// usualVolume is that of the loudspeakers of those who have not said anything.
	usualVolume = 70
)

// wish takes what the page says.
func (t *webTerminal) wish(w webd.Wish) {
	if w.Name != nil {
		t.naming.say(*w.Name)
	}
	if w.Sound == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wanted, t.told, t.cues = *w.Sound, -1, nil
}

// open is a visitor's speaker.
func (t *webTerminal) open(volume int, crowded func() bool) ui.Speaker {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opened, t.volume, t.told, t.crowded = true, volume, -1, crowded
	return t
}

// Play is a Speaker's.
func (t *webTerminal) Play(cues []sound.Cue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wanted {
		return
	}
	if now := time.Now(); len(t.cues) == 0 || now.Sub(t.since) >= staleCue {
		t.cues, t.since = t.cues[:0], now
	}
	for _, c := range cues {
		if c.Gain >= quiet && len(t.cues) < mostCuesWaiting {
			t.cues = append(t.cues, c)
		}
	}
}

// SetVolume is a Speaker's.
func (t *webTerminal) SetVolume(percent int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.volume = percent
}

// Close is a Speaker's.
func (t *webTerminal) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opened, t.cues = false, nil
}

// Write sends a frame, and with it what is to be heard.
func (t *webTerminal) Write(b []byte) (int, error) {
	n, err := t.Terminal.Write(b)
	if err != nil {
		return n, err
	}
	volume, cues := t.due(time.Now())
	if volume != nil {
		err = t.Tell(volume)
	}
	if cues != nil && err == nil {
		err = t.Tell(cues)
	}
	return n, err
}

// Texts to the page.
type (
	volumeText struct {
		Volume int `json:"volume"`
	}
	cuesText struct {
		Cues []cueText `json:"cues"`
	}
)

// due returns what is to go with a frame; nil for what is not.
func (t *webTerminal) due(now time.Time) (volume *volumeText, cues *cuesText) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wanted || !t.opened {
		return nil, nil
	}
	if t.volume != t.told {
		t.told, volume = t.volume, &volumeText{t.volume}
	}
	if len(t.cues) > 0 && now.Sub(t.since) < staleCue {
		most := mostCues
		if t.crowded() {
			most = mostCuesCrowded
		}
		cues = &cuesText{}
		for _, c := range sound.Pick(t.cues, most) {
			cues.Cues = append(cues.Cues, cueText(c))
		}
	}
	t.cues = t.cues[:0] // nobody else has it: what is sent was copied
	return volume, cues
}

// cueText is a Cue as net/webd's doc.go has it: ["cannon", 37, -52, 40, 96].
type cueText sound.Cue

// MarshalJSON writes it in whole percent, and leaves out what is as usual at its end.
func (c cueText) MarshalJSON() ([]byte, error) {
	pitch := c.Pitch
	if pitch == 0 {
		pitch = 1
	}
	numbers := [...]int{percent(c.Gain), percent(c.Pan), percent(c.Dull), percent(pitch)}
	last := len(numbers)
	for usual := [...]int{100, 0, 0, 100}; last > 0 && numbers[last-1] == usual[last-1]; {
		last--
	}
	text := append([]byte(`["`), c.Effect.String()...)
	text = append(text, '"')
	for _, n := range numbers[:last] {
		text = strconv.AppendInt(append(text, ','), int64(n), 10)
	}
	return append(text, ']'), nil
}

func percent(share float32) int { return int(math.Round(float64(100 * share))) }
