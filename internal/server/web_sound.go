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

// webTerminal is a terminal in a browser with sounds. Cues follow a frame at once: so they cost no time of their own, and a slow
// line that drops frames carries no Cues that later ones would have to wait for.
type webTerminal struct {
	*webd.Terminal
	renames renames

	mu      sync.Mutex
	wanted  bool        // by the page
	opened  bool        // by the screen
	volume  int         // 0 to 100
	sent    int         // the volume that the page knows; -1 for none
	crowded func() bool // frames wait on the line
	cues    []sound.Cue // for the next frame
	since   time.Time   // of the oldest of them
}

const (
	// maxCues is the number of Cues for a frame. There are more only in the thick of a fight, where no ear separates them.
	maxCues = 8
	// maxCuesCrowded is maxCues on a line that hardly bears the picture.
	maxCuesCrowded = 3
	// maxCuesWaiting is the number of Cues that wait for a frame.
	maxCuesWaiting = 64
	// minGain is the least gain of a Cue that is worth its bytes.
	minGain = 0.03
	// maxCueAge is the age from which a Cue is not sent any more.
	maxCueAge = 150 * time.Millisecond
)

// request handles a message of the page.
func (t *webTerminal) request(w webd.Request) {
	if w.Name != nil {
		t.renames.set(*w.Name)
	}
	if w.Sound == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.wanted, t.sent, t.cues = *w.Sound, -1, nil
}

// open is visitor.speaker.
func (t *webTerminal) open(volume int, crowded func() bool) ui.Speaker {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opened, t.volume, t.sent, t.crowded = true, volume, -1, crowded
	return t
}

// Play queues Cues for the next frame.
func (t *webTerminal) Play(cues []sound.Cue) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wanted {
		return
	}
	if now := time.Now(); len(t.cues) == 0 || now.Sub(t.since) >= maxCueAge {
		t.cues, t.since = t.cues[:0], now
	}
	for _, c := range cues {
		if c.Gain >= minGain && len(t.cues) < maxCuesWaiting {
			t.cues = append(t.cues, c)
		}
	}
}

// SetVolume sets the volume, in percent.
func (t *webTerminal) SetVolume(percent int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.volume = percent
}

// Close drops all Cues.
func (t *webTerminal) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.opened, t.cues = false, nil
}

// Write sends a frame, followed by its Cues.
func (t *webTerminal) Write(b []byte) (int, error) {
	n, err := t.Terminal.Write(b)
	if err != nil {
		return n, err
	}
	volume, cues := t.due(time.Now())
	if volume != nil {
		err = t.SendText(volume)
	}
	if cues != nil && err == nil {
		err = t.SendText(cues)
	}
	return n, err
}

// Messages to the page.
type (
	volumeText struct {
		Volume int `json:"volume"`
	}
	cuesText struct {
		Cues []cueText `json:"cues"`
	}
)

// due returns the messages that follow a frame; nil for none.
func (t *webTerminal) due(now time.Time) (volume *volumeText, cues *cuesText) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.wanted || !t.opened {
		return nil, nil
	}
	if t.volume != t.sent {
		t.sent, volume = t.volume, &volumeText{t.volume}
	}
	if len(t.cues) > 0 && now.Sub(t.since) < maxCueAge {
		most := maxCues
		if t.crowded() {
			most = maxCuesCrowded
		}
		cues = &cuesText{}
		for _, c := range sound.Pick(t.cues, most) {
			cues.Cues = append(cues.Cues, cueText(c))
		}
	}
	t.cues = t.cues[:0] // messages have copies
	return volume, cues
}

// cueText is a Cue as net/webd's doc.go has it: ["cannon", 37, -52, 40, 96].
type cueText sound.Cue

// MarshalJSON writes whole percents, without usual values at the end.
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
