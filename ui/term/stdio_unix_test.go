//go:build unix

package term

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"dogfight/testkit"
)

// onPTY starts a stdio on a pseudo-terminal and returns it with the end at which
// the user sits.
func onPTY(t *testing.T) (tty *stdio, user, line *os.File) {
	t.Helper()
	user, line, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { user.Close(); line.Close() })
	if tty, err = newStdio(line, line); err != nil {
		t.Fatal(err)
	}
	return tty, user, line
}

func TestStopLeavesTheTerminalAsItWas(t *testing.T) {
	tty, _, line := onPTY(t)
	before, _ := term.GetState(int(line.Fd()))
	if err := tty.Start(); err != nil {
		t.Fatal(err)
	}
	if raw, _ := term.GetState(int(line.Fd())); *raw == *before {
		t.Error("Start did not make the terminal raw")
	}
	tty.Drain()
	if err := tty.Stop(); err != nil {
		t.Error(err)
	}
	tty.Close()
	if after, _ := term.GetState(int(line.Fd())); *after != *before {
		t.Error("Stop did not restore the terminal")
	}
	if flags, err := unix.FcntlInt(line.Fd(), unix.F_GETFL, 0); err != nil || flags&unix.O_NONBLOCK != 0 {
		t.Errorf("the terminal was left non-blocking (%v)", err)
	}
}

func TestStopDiscardsUnreadInput(t *testing.T) {
	tty, user, line := onPTY(t)
	if err := tty.Start(); err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	user.WriteString("\x1b[<35;1;1M\n")
	waits := func(milliseconds int) bool {
		n, err := poll([]unix.PollFd{{Fd: int32(line.Fd()), Events: unix.POLLIN}}, milliseconds)
		return n > 0 && err == nil
	}
	if !waits(60_000) {
		t.Fatal("the report did not arrive")
	}
	if err := tty.Stop(); err != nil {
		t.Error(err)
	}
	if waits(0) {
		t.Error("the shell would read a report of the mouse")
	}
}

func TestReadReturnsInputAndDrainEndsIt(t *testing.T) {
	for _, files := range []int{0, 1100} { // more than select can wait for, as a host of many connections has when its user suspends it
		t.Run(fmt.Sprint(files, " other files"), func(t *testing.T) { readsAndWakes(t, files) })
	}
}

func readsAndWakes(t *testing.T, files int) {
	for range files {
		f, err := os.Open(os.DevNull)
		if err != nil {
			t.Skipf("no more files can be opened: %v", err)
		}
		defer f.Close()
	}
	tty, user, _ := onPTY(t)
	if err := tty.Start(); err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	defer tty.Stop()
	user.WriteString("x")
	b := make([]byte, 8)
	if n, err := tty.Read(b); n != 1 || b[0] != 'x' {
		t.Errorf("expected x, found %q, %v", b[:n], err)
	}
	read := make(chan error)
	go func() {
		_, err := tty.Read(b)
		read <- err
	}()
	tty.Drain()
	if err := <-read; err == nil {
		t.Error("Read ended without an error")
	}
}

func TestChangeOfSizeIsNoticed(t *testing.T) {
	tty, user, _ := onPTY(t)
	if err := tty.Start(); err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	defer tty.Stop()
	resized := make(chan struct{}, 1)
	tty.NotifyResize(func() { resized <- struct{}{} })
	pty.Setsize(user, &pty.Winsize{Cols: 90, Rows: 30})
	syscall.Kill(os.Getpid(), syscall.SIGWINCH) // it is not our controlling terminal
	testkit.Receive(t, "the change of size is noticed", resized)
	if size, err := tty.WindowSize(); err != nil || size.Width != 90 || size.Height != 30 {
		t.Errorf("expected 90x30, found %dx%d, %v", size.Width, size.Height, err)
	}
}
