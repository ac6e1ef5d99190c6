package player

import (
	"fmt"

	"dogfight/ui/sound"
)

// program is one that can be had on some system or other, and plays.
type program struct {
	name string
	args []string
	// files means that it plays files, and takes nothing on its standard input: the effects become files, and each is
	// played by a run of its own.
	files bool
}

// deviceTime is how much a program is asked to hold itself, in milliseconds. With the two turns that the socket holds it
// is less than mostBuffered.
const deviceTime = 30

// Programs are tried in this order. The first three belong to PipeWire, PulseAudio and ALSA, the fourth to SoX, the last
// to macOS.
var programs = []program{
	{name: "pw-cat", args: []string{
		"--playback", "--raw", "--media-role=Game", fmt.Sprintf("--latency=%dms", deviceTime),
		fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels), "--format=s16", "-",
	}},
	{name: "paplay", args: []string{
		"--raw", "--client-name=dogfight", "--stream-name=dogfight", fmt.Sprintf("--latency-msec=%d", deviceTime),
		fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels), "--format=s16le",
	}},
	{name: "aplay", args: []string{
		"--quiet", "--file-type=raw", "--format=S16_LE", fmt.Sprintf("--rate=%d", sound.Rate), fmt.Sprintf("--channels=%d", sound.Channels),
		fmt.Sprintf("--buffer-time=%d", 1000*deviceTime), fmt.Sprintf("--period-time=%d", 1000*deviceTime/4), "-",
	}},
	{name: "play", args: []string{
		"-q", "--buffer", fmt.Sprint(sound.BlockBytes),
		"-t", "raw", "-e", "signed-integer", "-b", "16", "-L", "-r", fmt.Sprint(sound.Rate), "-c", fmt.Sprint(sound.Channels), "-",
	}},
	{name: "afplay", files: true},
}

// Names lists the programs that are looked for.
func Names() (names []string) {
	for i := range programs {
		names = append(names, programs[i].name)
	}
	return names
}
