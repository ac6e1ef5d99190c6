package cli

import (
	"io"
	"runtime"

	"dogfight/internal/command"
)

// sshSound is the topic of help about sound over SSH.
const sshSound = "ssh-sound"

// writeSSHSound writes the help about sound over SSH, with the lines for this system.
func writeSSHSound(w io.Writer) error {
	columns, _ := command.Columns(w)
	_, err := io.WriteString(w, command.Wrap(`Sound over SSH: a host sends it on the error stream to those who ask for it, for a program that plays it. With Dogfight installed, the first line is enough: it draws and plays here.

`, columns)+"  dogfight join ssh://HOST:2222\n"+sshSoundLines(runtime.GOOS)+command.Wrap(`
It is Sun audio (AU): mu-law, 11025 Hz, stereo, 22 kB/s during a fight and nothing in silence. On a line that is too slow for both, or while nothing reads it, sound is dropped and the picture goes on.
`, columns))
	return err
}

// sshSoundLines returns the lines for a system. Those for Unix are for bash and zsh.
func sshSoundLines(system string) string {
	switch system {
	case "windows":
		return `  in cmd, with ffplay of FFmpeg:
  ssh -t -p 2222 HOST sound 2>&1 1>CON | ffplay -nodisp -loglevel quiet -fflags nobuffer -
`
	case "darwin":
		return `  with SoX, or ffplay of FFmpeg (brew install sox, or ffmpeg):
  ssh -t -p 2222 HOST sound 2> >(play -q -t au - 2>/dev/null)
  ssh -t -p 2222 HOST sound 2> >(ffplay -nodisp -loglevel quiet -fflags nobuffer - 2>/dev/null)
`
	}
	return `  with aplay of ALSA, pw-cat of PipeWire, paplay of PulseAudio, or SoX:
  ssh -t -p 2222 HOST sound 2> >(aplay -q --buffer-time=120000 2>/dev/null)
  ssh -t -p 2222 HOST sound 2> >(pw-cat -p --raw --format=ulaw --rate=11025 --channels=2 - 2>/dev/null)
  ssh -t -p 2222 HOST sound 2> >(paplay --raw --format=ulaw --rate=11025 --channels=2 --latency-msec=80 2>/dev/null)
  ssh -t -p 2222 HOST sound 2> >(play -q -t au - 2>/dev/null)
`
}
