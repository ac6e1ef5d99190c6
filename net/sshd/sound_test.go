package sshd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"dogfight/testkit"
)

// asksForSound returns a terminal's channel on which a visitor asked for sound. Nothing of it is read yet.
func (d *door) asksForSound() ssh.Channel {
	d.Helper()
	ch, requests, err := d.login("ann", noQuestions).OpenChannel("session", nil)
	if err != nil {
		d.Fatal(err)
	}
	go ssh.DiscardRequests(requests)
	terminal, sound := ssh.Marshal(&terminalRequest{Name: "xterm", Columns: 80, Rows: 24}), ssh.Marshal(&wordRequest{" sound\n"})
	a, err := ch.SendRequest("pty-req", true, terminal)
	b, err2 := ch.SendRequest("exec", true, sound)
	if !a || !b {
		d.Fatal(err, err2)
	}
	return ch
}

func TestSoundIsOnlyForThoseWhoAskForIt(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(_ context.Context, t *Terminal) error {
		if t.Sound() != nil {
			t.Sound().Write([]byte("ping"))
		}
		return errors.New("no more")
	}})
	c := d.login("ann", noQuestions)
	for _, asked := range []bool{false, true} {
		s, _ := c.NewSession()
		var out, errs bytes.Buffer
		s.Stdout, s.Stderr = &out, &errs
		begin := s.Shell
		if asked {
			begin = func() error { return s.Start("sound") }
		}
		if err := errors.Join(s.RequestPty("xterm", 24, 80, nil), begin()); err != nil {
			t.Fatal(err)
		}
		s.Wait()
		const why = "dogfight: no more\r\n"
		if asked && (out.String() != why || errs.String() != "ping") || !asked && (out.String() != "" || errs.String() != why) {
			t.Errorf("asked %v: %q, and on the error stream %q", asked, &out, &errs)
		}
	}
	if _, errs, _ := asks(t, c, "sound"); !strings.Contains(errs, "ssh -t") {
		t.Errorf("without a terminal: %q", errs)
	}
}

// TestUnreadSoundIsDroppedAndThePictureGoesOn sends four windows of sound, of which nothing is read, and of picture.
func TestUnreadSoundIsDroppedAndThePictureGoesOn(t *testing.T) {
	t.Parallel()
	const window, piece = 2 << 20, 1 << 10
	sent, again := make(chan int, 1), make(chan error)
	d := openDoor(t, Config{Play: func(_ context.Context, t *Terminal) error {
		bytes := 0
		for range 4 * window / piece {
			n, _ := t.Sound().Write(make([]byte, piece))
			bytes += n
			t.Write(make([]byte, piece))
		}
		sent <- bytes
		for _, err := t.Sound().Write([]byte("x")); err != nil; _, err = t.Sound().Write([]byte("x")) {
			t.Write([]byte("frame")) // until the client's ssh reports what was read
		}
		again <- nil
		return nil
	}})
	ch := d.asksForSound()
	if _, err := io.ReadFull(ch, make([]byte, 4*window)); err != nil {
		t.Fatalf("the picture ends: %v", err)
	}
	bytes := <-sent
	t.Logf("%d bytes of %d were sent", bytes, 4*window)
	if bytes == 0 || bytes > window/maxUnreadShare {
		t.Errorf("expected 1 to %d", window/maxUnreadShare)
	}
	go io.Copy(io.Discard, ch)
	go io.Copy(io.Discard, ch.Stderr())
	testkit.Receive(t, "sound is sent again when it is read", again)
}

func TestSoundOnTheScreenEndsTheSession(t *testing.T) {
	t.Parallel()
	d := openDoor(t, Config{Play: func(ctx context.Context, t *Terminal) error {
		<-ctx.Done()
		return nil
	}})
	ch := d.asksForSound()
	ch.Write([]byte("\x1b[1;2R")) // a key
	ch.Write([]byte("\x1b[24;1R"))
	if out, err := io.ReadAll(ch); err != nil || !strings.HasPrefix(string(out), "dogfight: sound needs a program") {
		t.Errorf("it ends with %q, %v", out, err)
	}
}
