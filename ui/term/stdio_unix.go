//go:build unix

package term

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/gdamore/tcell/v2"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"dogfight/sys"
)

// stdio is the terminal on standard input and output. Unlike tcell's, it never makes them non-blocking, which would
// persist in the shell.
type stdio struct {
	in, out *os.File
	before  *term.State // mode before Start

	waker, woken *os.File // a pipe; a byte ends a waiting Read

	winch   chan os.Signal
	stop    chan struct{}
	watcher sync.WaitGroup
	mu      sync.Mutex
	resized func()
}

func openStdio() (tcell.Tty, error) {
	if !stdioIsTerminal() {
		return nil, ErrNoTerminal
	}
	return newStdio(os.Stdin, os.Stdout)
}

func newStdio(in, out *os.File) (*stdio, error) {
	woken, waker, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return &stdio{in: in, out: out, waker: waker, woken: woken}, nil
}

// Start puts the terminal into raw mode and watches for changes of its size.
func (t *stdio) Start() (err error) {
	if t.before, err = term.MakeRaw(int(t.in.Fd())); err != nil {
		return err
	}
	t.stop = make(chan struct{})
	t.winch = make(chan os.Signal, 1)
	signal.Notify(t.winch, syscall.SIGWINCH)
	t.watcher.Go(t.watch) // until Stop
	return nil
}

func (t *stdio) watch() {
	defer sys.Restore()
	for {
		select {
		case <-t.winch:
			t.mu.Lock()
			resized := t.resized
			t.mu.Unlock()
			if resized != nil {
				resized()
			}
		case <-t.stop:
			return
		}
	}
}

// Stop restores the mode of the terminal and discards unread input.
func (t *stdio) Stop() error {
	signal.Stop(t.winch)
	close(t.stop)
	t.watcher.Wait()
	t.discard()
	return term.Restore(int(t.in.Fd()), t.before)
}

// mostDiscarded bounds the discarded bytes, as a terminal may send without end.
const mostDiscarded = 1 << 16

// discard reads pending input: reports of the mouse would otherwise be typed into the shell.
func (t *stdio) discard() {
	in, b := []unix.PollFd{{Fd: int32(t.in.Fd()), Events: unix.POLLIN}}, make([]byte, 4096)
	for left := mostDiscarded; left > 0; {
		if n, err := poll(in, 0); n <= 0 || err != nil {
			return
		}
		n, err := t.in.Read(b)
		if n <= 0 || err != nil {
			return
		}
		left -= n
	}
}

// Drain ends the present Read and all later ones.
func (t *stdio) Drain() error {
	_, err := t.waker.Write([]byte{0})
	return err
}

func (t *stdio) Read(b []byte) (int, error) {
	both := []unix.PollFd{{Fd: int32(t.in.Fd()), Events: unix.POLLIN}, {Fd: int32(t.woken.Fd()), Events: unix.POLLIN}}
	for {
		_, err := poll(both, -1)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil:
			return 0, err
		case both[1].Revents != 0:
			return 0, io.EOF
		}
		return t.in.Read(b)
	}
}

func (t *stdio) Write(b []byte) (int, error) { return t.out.Write(b) }

// Close closes the pipe; standard input and output stay open.
func (t *stdio) Close() error { return errors.Join(t.waker.Close(), t.woken.Close()) }

func (t *stdio) NotifyResize(resized func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.resized = resized
}

func (t *stdio) WindowSize() (tcell.WindowSize, error) {
	ws, err := unix.IoctlGetWinsize(int(t.out.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return tcell.WindowSize{}, err
	}
	return tcell.WindowSize{Width: int(ws.Col), Height: int(ws.Row)}, nil
}

// controlling is the controlling terminal of the process, which does not depend on standard input and output.
type controlling struct {
	*stdio
	file *os.File
}

func openControlling() (tcell.Tty, error) {
	file, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, ErrNoTerminal
	}
	t, err := newStdio(file, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	return controlling{t, file}, nil
}

func (t controlling) Close() error { return errors.Join(t.stdio.Close(), t.file.Close()) }

// CanSuspend reports whether a shell can suspend programs here.
const CanSuspend = true

// stopTime is how long the system may take to stop the process. Without a shell that could resume it, it does not
// stop.
const stopTime = 200 * time.Millisecond

// NotifyContinued sends to c when the process continues after a stop. The shell may have used the terminal meanwhile.
func NotifyContinued(c chan<- os.Signal) { signal.Notify(c, syscall.SIGCONT) }

// Suspend stops the process, and those that the shell started with it, until continued receives: see NotifyContinued.
func Suspend(continued <-chan os.Signal) {
	syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopTime):
	}
}
