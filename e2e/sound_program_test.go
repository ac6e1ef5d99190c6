//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// withSound returns the program with a script as pw-cat, with sound enabled.
func withSound(t *testing.T, script string, args ...string) (cmd *exec.Cmd, folder string) {
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "pw-cat"), []byte("#!/bin/sh\n"+strings.ReplaceAll(script, "FOLDER", folder)+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	cmd = newCommand(t, args...)
	cmd.Env = append(cmd.Env, "PATH="+folder+":"+os.Getenv("PATH"), "SSH_TTY=", "SSH_CONNECTION=", "TMUX=", "STY=")
	return cmd, folder
}

func TestTheSoundOfAMatchGoesToTheSoundProgram(t *testing.T) {
	t.Parallel()
	cmd, folder := withSound(t, `echo "$@" > FOLDER/args; cat > FOLDER/pcm; touch FOLDER/ended`, "solo", "--bots", "7")
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	var pcm []byte
	p.await("a sound", func(string) bool {
		pcm, _ = os.ReadFile(filepath.Join(folder, "pcm"))
		return len(bytes.Trim(pcm, "\x00")) > 1000
	})
	if args, _ := os.ReadFile(filepath.Join(folder, "args")); !strings.Contains(string(args), "--raw") || !strings.Contains(string(args), "22050") {
		t.Errorf("called with %q", args)
	}
	p.quits()
}

func TestAStalledSoundProgramBlocksNothing(t *testing.T) {
	t.Parallel()
	cmd, folder := withSound(t, `echo $$ > FOLDER/pid; exec sleep 600`, "solo", "--bots", "7")
	p := startTerminalOf(t, cmd)
	p.sees("boost")
	var pid []byte
	p.await("the program that plays", func(string) bool {
		pid, _ = os.ReadFile(filepath.Join(folder, "pid"))
		return len(pid) > 0
	})
	time.Sleep(time.Second) // its buffers are full
	drawn := p.bytes.Load()
	p.press("wwww")
	p.await("the match to continue", func(string) bool { return p.bytes.Load() > drawn })
	p.opensMenu("Menu (")
	p.press("\x03")
	if code := p.leaves(); code != exitOK { // it does not wait for the ten minutes of the script
		t.Errorf("exit code %d", code)
	}
	if err := exec.Command("kill", "-0", strings.TrimSpace(string(pid))).Run(); err == nil {
		t.Errorf("process %s is still there", pid)
	}
}

func TestADoctorReportsTheSoundProgram(t *testing.T) {
	t.Parallel()
	for script, want := range map[string]string{
		"exec cat > /dev/null":                        "plays",
		"echo cannot connect to PipeWire >&2\nexit 1": "pw-cat: cannot connect to PipeWire",
	} {
		cmd, _ := withSound(t, script, "doctor", "--json")
		tries(t, func() string { // a program that is slow to fail seems to play at first
			var told struct {
				Why string `json:"sound_reason"`
			}
			again := exec.Command(cmd.Path, cmd.Args[1:]...)
			again.Env = cmd.Env
			_, out, _ := runOf(t, again)
			if err := json.Unmarshal([]byte(out), &told); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(told.Why, want) {
				return fmt.Sprintf("%q: found %q", script, told.Why)
			}
			return ""
		})
	}
}
