package link

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"dogfight/net/admission"
)

// tunnelled returns both ends of a link over a stream in memory.
func tunnelled(t *testing.T) (host, client Link) {
	t.Helper()
	x, y := net.Pipe()
	host = Over(x, "a visitor", "SHA256:theirs", admission.Limits{})
	client, err := Through(t.Context(), "ssh://host", y)
	if err != nil {
		t.Fatal(err)
	}
	return host, client
}

func TestAForeignStreamCarriesBothChannels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, client := tunnelled(t)
		for _, way := range [][2]Link{{host, client}, {client, host}} {
			for _, p := range exchange {
				way[0].Send(p.Channel, p.Bytes)
				synctest.Wait()
			}
			if got := drain(way[1]); !samePackets(got, exchange) {
				t.Errorf("received %v", got)
			}
		}
		if host.Identity() != "SHA256:theirs" || host.Remote() != "a visitor" || client.Kind() != "ssh" || !client.Ready() {
			t.Errorf("%q, %q, %q, ready %v", host.Identity(), host.Remote(), client.Kind(), client.Ready())
		}
		host.Send(Control, []byte("bye"))
		host.Close()
		<-host.Done()
		<-client.Done()
		if !errors.Is(client.Err(), ErrClosed) || len(drain(client)) != 1 {
			t.Errorf("the client ends with %v", client.Err())
		}
	})
}

func TestAStreamWithoutTheOpeningIsNoHost(t *testing.T) {
	for said, want := range map[string]string{
		"Welcome to Debian!\nLast login: yesterday": "is not a dogfight host",
		"\xfd\x00\x00\x0adogfight/9":                "is not a dogfight host",
		"":                                          "it hung up",
		"\xfd\x00\x00":                              "it hung up",
	} {
		synctest.Test(t, func(t *testing.T) {
			x, y := net.Pipe()
			go func() {
				io.WriteString(x, said)
				x.Close()
			}()
			if _, err := Through(t.Context(), "ssh://host", y); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %q", said, err, want)
			}
		})
	}
}

func TestThroughEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer x.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := Through(ctx, "ssh://host", y); err == nil {
			t.Error("it took silence for a host")
		}
	})
}

func TestDialThroughReportsTheErrorOfOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := DialThrough("ssh://host", func(context.Context) (io.ReadWriteCloser, error) { return nil, errors.New("no ssh here") })
		<-l.Done()
		if l.Err() == nil || l.Err().Error() != "no ssh here" {
			t.Errorf("err %v", l.Err())
		}
	})
}

func TestDialThroughCanBeClosedBeforeTheHostBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer x.Close()
		l := DialThrough("ssh://host", func(context.Context) (io.ReadWriteCloser, error) { return y, nil })
		synctest.Wait()
		l.Close()
		<-l.Done()
	})
}

func TestAStreamThatReadsNothingIsCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := net.Pipe()
		defer y.Close()
		host := Over(x, "a visitor", "", admission.Limits{})
		began := time.Now()
		<-host.Done()
		if took := time.Since(began); took != stall || host.Err() == nil {
			t.Errorf("cut off after %v with %v", took, host.Err())
		}
	})
}
