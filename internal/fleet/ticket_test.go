package fleet

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"testing"
	"time"
)

var now = time.Unix(1_800_000_000, 0)

// issuing returns a door's ticket for a match at host 2, and the desk of that host.
func issuing(t testing.TB) (Ticket, ed25519.PrivateKey, *TicketDesk) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	desk := NewTicketDesk(2, func(t *Ticket) ed25519.PublicKey {
		if t.Issuer == 9 {
			return public
		}
		return nil
	})
	return NewTicket(&Match{ID: 1, Host: 2}, "SHA256:door", "SHA256:player", "192.0.2.1:5", now), private, desk
}

func TestATicketIsGoodOnce(t *testing.T) {
	want, key, desk := issuing(t)
	b := want.Sign(9, key)
	got, err := desk.Accept(b, "SHA256:door", now.Add(time.Second))
	want.Issuer = 9
	if err != nil || got != want {
		t.Fatalf("got %+v, %v, want %+v", got, err, want)
	}
	if _, err := desk.Accept(b, "SHA256:door", now.Add(2*time.Second)); !errors.Is(err, ErrTicketUsed) {
		t.Errorf("the second time: %v", err)
	}
	if len(b) > maxTicket {
		t.Errorf("%d bytes, at most %d", len(b), maxTicket)
	}
}

func TestATicketWithIllegibleTextIsRefused(t *testing.T) {
	ticket, key, desk := issuing(t)
	for _, text := range []string{"\x1b[2J", "\u3164", "\u2800", "a\u0301\u0301\u0301", "\xff"} {
		player, bearer := ticket, ticket
		player.Identity, bearer.Bearer = text, text
		for _, bad := range []Ticket{player, bearer} {
			if _, err := desk.Accept(bad.Sign(9, key), bad.Bearer, now); !errors.Is(err, errTicketMalformed) {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

func TestAnInvalidTicketIsRefused(t *testing.T) {
	ticket, key, desk := issuing(t)
	_, other, _ := ed25519.GenerateKey(nil)
	elsewhere := ticket
	elsewhere.Host = 3
	nowhere := ticket
	nowhere.Remote = "memory"
	eternal := ticket
	eternal.Until = now.Add(time.Hour)
	for _, c := range []struct {
		name   string
		bytes  []byte
		proven string
		at     time.Duration
		want   error
	}{
		{"expired", ticket.Sign(9, key), "SHA256:door", TicketLife + TicketSlack + time.Second, ErrTicketExpired},
		{"from a clock that is far ahead", ticket.Sign(9, key), "SHA256:door", -TicketSlack - time.Second, ErrTicketExpired},
		{"good for too long", eternal.Sign(9, key), "SHA256:door", 0, ErrTicketExpired},
		{"forged", ticket.Sign(9, other), "SHA256:door", 0, ErrTicketForged},
		{"signed by a stranger", ticket.Sign(8, other), "SHA256:door", 0, ErrTicketForged},
		{"for another host", elsewhere.Sign(9, key), "SHA256:door", 0, errTicketElsewhere},
		{"stolen", ticket.Sign(9, key), "SHA256:thief", 0, errTicketBearer},
		{"of a player who is nowhere", nowhere.Sign(9, key), "SHA256:door", 0, errTicketMalformed},
		{"cut off", ticket.Sign(9, key)[:100], "SHA256:door", 0, errTicketMalformed},
		{"too long", append(ticket.Sign(9, key), 0), "SHA256:door", 0, errTicketMalformed},
	} {
		if _, err := desk.Accept(c.bytes, c.proven, now.Add(c.at)); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
	b := ticket.Sign(9, key)
	for i := range b { // each bit
		bad := bytes.Clone(b)
		bad[i] ^= 1
		if _, err := desk.Accept(bad, "SHA256:door", now); err == nil {
			t.Fatalf("byte %d changed: accepted", i)
		}
	}
}

func TestATicketIsGoodOnceThoughClocksDifferByHalfAMinute(t *testing.T) {
	for _, by := range []time.Duration{-30 * time.Second, TicketLife + 30*time.Second} {
		want, key, desk := issuing(t)
		b := want.Sign(9, key)
		at := now.Add(by)
		if _, err := desk.Accept(b, "SHA256:door", at); err != nil {
			t.Errorf("%v after it was made: %v", by, err)
		}
		for range 50 { // meanwhile, others are accepted
			at = at.Add(time.Second)
			desk.Accept(NewTicket(&Match{ID: 1, Host: 2}, "", "", "", at).Sign(9, key), "", at)
			if _, err := desk.Accept(b, "SHA256:door", at); !errors.Is(err, ErrTicketUsed) && !errors.Is(err, ErrTicketExpired) {
				t.Fatalf("%v after it was accepted: %v", at.Sub(now.Add(by)), err)
			}
		}
	}
}

func TestADeskForgetsExpiredTickets(t *testing.T) {
	_, key, desk := issuing(t)
	for i := range 100 {
		at := now.Add(time.Duration(i) * time.Second)
		b := NewTicket(&Match{ID: 1, Host: 2}, "", "", "", at).Sign(9, key)
		if _, err := desk.Accept(b, "", at); err != nil {
			t.Fatal(err)
		}
	}
	if most := int((TicketLife + TicketSlack + TicketLife) / time.Second); len(desk.used) > most {
		t.Errorf("%d of 100 are still known, want at most %d", len(desk.used), most)
	}
}

func FuzzTicketParse(f *testing.F) {
	ticket, key, _ := issuing(f)
	f.Add(ticket.Sign(9, key))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := ParseTicket(b)
		if err != nil {
			return
		}
		if again := got.append(nil); !bytes.Equal(again, b[:len(b)-ed25519.SignatureSize]) {
			t.Errorf("%x\nis written as\n%x", b, again)
		}
	})
}
