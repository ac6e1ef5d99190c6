package server

import (
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"net"
	"net/netip"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"

	"dogfight/net/admission"
	"dogfight/net/sshd"
	"dogfight/testkit"
	"dogfight/ui/sound"
)

// eagerConn is a connection in memory whose writes do not wait for reads.
type eagerConn struct {
	net.Conn
	written chan []byte
	closed  chan struct{}
	close   func() // closes closed, once
}

func newEagerConn(c net.Conn) *eagerConn {
	e := &eagerConn{Conn: c, written: make(chan []byte, 1000), closed: make(chan struct{})}
	e.close = sync.OnceFunc(func() { close(e.closed) })
	go func() {
		defer c.Close()
		for {
			select {
			case b := <-e.written:
				c.Write(b)
			case <-e.closed:
				return
			}
		}
	}()
	return e
}

func (e *eagerConn) Write(b []byte) (int, error) {
	e.written <- slices.Clone(b)
	return len(b), nil
}

func (e *eagerConn) Close() error {
	e.close()
	return e.Conn.Close()
}

// one is a listener for a single connection.
type one struct {
	net.Listener
	conns chan net.Conn
}

func (l one) Accept() (net.Conn, error) {
	if c, ok := <-l.conns; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (l one) Close() error {
	close(l.conns)
	return nil
}

// part is some of the sound over SSH, and when it came.
type part struct {
	at    time.Duration
	bytes []byte
}

// TestTheSoundOverSSHIsThatOfTheLocalMixer plays a fight to a real client of SSH, in virtual time, and to a Mixer.
func TestTheSoundOverSSHIsThatOfTheLocalMixer(t *testing.T) {
	t.Parallel()
	sound.Prepare()
	const lasts, frame = 30 * time.Second, time.Second / 30
	var local []byte // PCM
	var fired []time.Duration
	var parts []part
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		listener := one{conns: make(chan net.Conn, 1)}
		listener.conns <- newEagerConn(far)
		began := time.Now()
		_, private, _ := ed25519.GenerateKey(nil)
		key, _ := ssh.NewSignerFromKey(private)
		door := sshd.Serve(listener, sshd.Config{
			Key: key, Limits: admission.Limits{Local: func(netip.Addr) bool { return true }},
			Play: func(_ context.Context, terminal *sshd.Terminal) error {
				terminal.Sound().Write(sound.LineHeader(sshd.SoundMark))
				speaker := (&sshServer{}).speaker(terminal)(100, func() bool { return false })
				defer speaker.Close()
				var mixer sound.Mixer
				mixer.SetVolume(100)
				playFightInBubble(t, 7, lasts, frame, func(cues []sound.Cue) {
					for len(local) < int(time.Since(began)*sound.Rate/time.Second)*sound.FrameBytes {
						local = append(local, make([]byte, sound.BlockBytes)...)
						mixer.Mix(local[len(local)-sound.BlockBytes:])
					}
					for _, c := range cues {
						mixer.Play(c)
						fired = append(fired, time.Since(began))
					}
					speaker.Play(cues)
					terminal.Write(make([]byte, 400)) // the picture
				})
				return nil
			},
		})
		defer door.Close()
		conn, channels, requests, err := ssh.NewClientConn(newEagerConn(near), "", &ssh.ClientConfig{
			User: "ann", HostKeyCallback: ssh.InsecureIgnoreHostKey(),
			Auth: []ssh.AuthMethod{ssh.KeyboardInteractive(func(_, _ string, _ []string, _ []bool) ([]string, error) { return nil, nil })},
		})
		if err != nil {
			t.Fatal(err)
		}
		client := ssh.NewClient(conn, channels, requests)
		defer client.Close()
		s, _ := client.NewSession()
		errs, _ := s.StderrPipe()
		if err := errors.Join(s.RequestPty("xterm", 24, 80, nil), s.Start("sound")); err != nil {
			t.Fatal(err)
		}
		header := make([]byte, len(sound.LineHeader(sshd.SoundMark)))
		if _, err := io.ReadFull(errs, header); err != nil || string(header[:4]) != ".snd" {
			t.Fatalf("%q, %v", header, err)
		}
		for b := make([]byte, 1<<16); ; {
			n, err := errs.Read(b)
			if err != nil {
				break
			}
			parts = append(parts, part{time.Since(began), slices.Clone(b[:n])})
		}
	})
	remote, played, sent := lineUp(parts)
	ages := agesOf(fired, parts)
	t.Logf("%.1f kB/s; the sound of an event is sent after %v, %v at most", float64(sent)/1000/lasts.Seconds(), ages[len(ages)/2], ages[len(ages)-1])
	compare(t, local, remote[2*int(lag*sound.LineRate/time.Second):], played)
}

// lag is how much later a sound is over SSH: it follows a turn of silence, and waits for half a turn on average, here for half a block.
const lag = 46 * time.Millisecond

// compared is compared at once: in less, single sounds begin too far from where they do here.
const compared = 5 * sound.LineRate

// compare compares the PCM that was mixed here with the samples there, in parts and as a whole.
func compare(t *testing.T, local []byte, remote []float64, played []bool) {
	lost, sounding := 0, 0
	var worst, hereAll, thereAll float64
	for at := 0; at+compared <= min(len(remote)/2, len(local)/8); at += compared {
		var here, there float64
		for i := at; i < at+compared; i++ {
			loud := false
			for j := 4 * i; j < 4*i+4; j++ { // two frames here are one there
				sample := float64(int16(binary.LittleEndian.Uint16(local[2*j:])))
				here += sample * sample / 2
				loud = loud || sample != 0
			}
			for _, sample := range remote[2*i : 2*i+2] {
				there += sample * sample
			}
			if loud {
				if sounding++; !played[i] {
					lost++
				}
			}
		}
		worst = max(worst, math.Abs(10*math.Log10(there/here)))
		hereAll, thereAll = hereAll+here, thereAll+there
	}
	all := 10 * math.Log10(thereAll/hereAll)
	t.Logf("%d of %d frames are lost; the level is off by %.2f dB, that of five seconds by %.2f dB at most", lost, sounding, all, worst)
	if lost > 0 || sounding == 0 || math.Abs(all) > 1 || worst > 1 {
		t.Error("expected 1 dB at most, and no loss")
	}
}

// lineUp returns the samples as a program plays them that never waits, those that were sent, and their number.
func lineUp(parts []part) (samples []float64, played []bool, sent int) {
	for _, p := range parts {
		for at := int(p.at * sound.LineRate / time.Second); len(played) < at; {
			samples, played = append(samples, 0, 0), append(played, false)
		}
		for _, b := range p.bytes {
			samples = append(samples, testkit.FromMuLaw(b))
		}
		for range len(p.bytes) / 2 {
			played = append(played, true)
		}
		sent += len(p.bytes)
	}
	return samples, played, sent
}

// agesOf returns how much later than an event the next part was sent, the shortest first.
func agesOf(events []time.Duration, parts []part) (ages []time.Duration) {
	for _, at := range events {
		for _, p := range parts {
			if p.at >= at {
				ages = append(ages, p.at-at)
				break
			}
		}
	}
	slices.Sort(ages)
	return ages
}

func TestSoundRestsLongerEachTimeThatItCrowdsTheLine(t *testing.T) {
	var r rest
	began := time.Unix(1000, 0)
	after := 5 * time.Second // the first time
	var sounds []time.Duration
	for at := time.Duration(0); at < time.Minute; at += time.Second {
		crowded := at == after
		if r.over(began.Add(at), func() bool { return crowded }) {
			sounds = append(sounds, at)
		} else if crowded {
			after = at + 2*r.lasts // and as soon as there has been sound for as long as it rested
		}
	}
	var rests []time.Duration
	for i := range sounds[1:] {
		if gap := sounds[i+1] - sounds[i]; gap > time.Second {
			rests = append(rests, gap-time.Second)
		}
	}
	if want := []time.Duration{4 * time.Second, 8 * time.Second, 16 * time.Second}; !slices.Equal(rests, want) || len(sounds) < 20 {
		t.Errorf("it rests for %v, expected %v", rests, want)
	}
}
