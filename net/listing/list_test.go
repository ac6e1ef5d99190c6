package listing

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestForgedAnnouncementsAreNotListed sends 1,000 of five kinds, slowly enough for each to be checked.
func TestForgedAnnouncementsAreNotListed(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	honest := r.open(t, loopback(t, 1)+":0", newCertificate(t), r.match.Answer)
	forger := host{newCertificate(t), honest.at} // claims the address of another
	elsewhere := r.open(t, fmt.Sprintf("%s:%d", loopback(t, 2), honest.at.Port()), forger.cert, r.match.Answer)
	for n := range 1000 {
		body := r.signed(t, honest)
		from, want := honest.at.Addr(), forged
		var mine, theirs signedAnnouncement
		json.Unmarshal(r.signed(t, forger), &mine)
		json.Unmarshal(body, &theirs)
		switch n % 5 {
		case 0: // changed after it was signed
			theirs.Announcement = bytes.Replace(theirs.Announcement, []byte(`"password":false`), []byte(`"password":true`), 1)
			body, _ = json.Marshal(theirs)
		case 1: // the certificate of another
			theirs.Signature = mine.Signature
			body, _ = json.Marshal(theirs)
		case 2: // the address of another
			body, want = r.signed(t, forger), fmt.Sprintf(absent, honest.at)
		case 3: // sent on from where the forger's own host answers
			from, want = elsewhere.at.Addr(), fmt.Sprintf(absent, elsewhere.at)
		case 4:
			body = body[:len(body)-1]
		}
		if why := r.post(from.String(), body); why != want {
			t.Fatalf("kind %d: %q", n%5, why)
		}
		r.pass(time.Second / 4)
	}
	if n := r.listed(); n > 0 || len(r.places) > 0 {
		t.Errorf("%d are listed, %d have a place", n, len(r.places))
	}
	if why := r.announce(t, honest); why != "" || r.listed() != 1 {
		t.Errorf("then the honest host: %q, %d listed", why, r.listed())
	}
}

// TestHostsThatDoNotAnswerAreNotListed announces 100, half of them with a port that accepts and says nothing. Both get the same answer.
func TestHostsThatDoNotAnswerAreNotListed(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.probeTime = 200 * time.Millisecond
	silent, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	closed, err := net.Listen("tcp4", "0.0.0.0:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	defer silent.Close()
	var asking sync.WaitGroup
	for n := range 100 {
		l := []net.Listener{silent, closed}[n%2]
		h := host{newCertificate(t), l.Addr().(*net.TCPAddr).AddrPort()}
		body := r.signed(t, h)
		r.pass(10 * time.Millisecond) // seconds in all, as for the list's rate
		asking.Go(func() {
			from := loopback(t, n)
			if why := r.post(from, body); why != fmt.Sprintf(absent, fmt.Sprint(from, ":", h.at.Port())) {
				t.Error(why)
			}
		})
	}
	asking.Wait()
	if n := r.listed(); n > 0 || len(r.places) > 0 {
		t.Errorf("%d are listed, %d have a place", n, len(r.places))
	}
}

func TestAnAnnouncementThatAStrangerSendsOnCostsTheHostNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	h := r.open(t, loopback(t, 1)+":0", newCertificate(t), r.match.Answer)
	if why := r.announce(t, h); why != "" {
		t.Fatal(why)
	}
	r.pass(time.Second)
	stranger := loopback(t, 2)
	if why := r.post(stranger, r.signed(t, h)); why != fmt.Sprintf(absent, fmt.Sprint(stranger, ":", h.at.Port())) {
		t.Error(why)
	}
	if n := r.listed(); n != 1 {
		t.Errorf("%d are listed", n)
	}
	r.pass(time.Second)
	if why := r.announce(t, h); why != "" || r.listed() != 1 {
		t.Errorf("the host's next announcement: %q, %d listed", why, r.listed())
	}
	r.pass(life)
	if n := r.listed(); n != 0 {
		t.Errorf("%d are listed after its last announcement", n)
	}
}

func TestAPortThatIsNotOfPlayersIsNotProbed(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, port := range []uint16{0, 22, 1023} {
		r.pass(time.Second)
		body, _ := announcement{Port: port, Time: r.time().UnixMilli()}.sign(newCertificate(t))
		if why := r.post("127.0.0.1", body); why != fmt.Sprintf("the port must be 1024 to 65535, got %d", port) {
			t.Error(why)
		}
	}
}

func TestAnAnnouncementCountsOnceAndForThreeMinutes(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	h := r.open(t, "127.0.0.1:0", newCertificate(t), r.match.Answer)
	body := r.signed(t, h)
	expect := func(when string, body []byte, want string, listed int) {
		t.Helper()
		r.pass(time.Second)
		if why := r.post("127.0.0.1", body); why == "" != (want == "") || !strings.HasPrefix(why, want) || r.listed() != listed {
			t.Errorf("%s: %q, %d listed", when, why, r.listed())
		}
	}
	expect("the first", body, "", 1)
	expect("repeated", body, again, 1)
	later := r.signed(t, h)
	expect("a later one", later, "", 1)
	expect("the first again", body, again, 1)
	r.pass(life - 3*time.Second)
	if r.listed() != 1 {
		t.Error("not listed for three minutes")
	}
	r.pass(2 * time.Second)
	if r.listed() != 0 {
		t.Error("listed for longer than three minutes")
	}
	expect("an expired one", later, skewed[:len(skewed)-2], 0)
	for _, skew := range []time.Duration{maxSkew + 10*time.Second, -maxSkew - 10*time.Second} {
		r.pass(-skew)
		body = r.signed(t, h)
		r.pass(skew)
		expect("of another clock", body, skewed, 0)
	}
}

// TestFiveHundredHostsAreListedWithinTenSeconds has all of them announce themselves in every second until they are listed.
func TestFiveHundredHostsAreListedWithinTenSeconds(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	const count = 500
	var left []host
	for n := range count {
		left = append(left, r.open(t, loopback(t, n)+":0", newCertificate(t), r.match.Answer))
	}
	second := 0
	for ; second < 10 && len(left) > 0; second++ {
		var refused []host
		var mu sync.Mutex
		var asking sync.WaitGroup
		busy := make(chan struct{}, 16)
		for _, h := range left {
			body := r.signed(t, h)
			busy <- struct{}{}
			asking.Go(func() {
				why := r.post(h.at.Addr().String(), body)
				<-busy
				mu.Lock()
				defer mu.Unlock()
				if why == tooMany {
					refused = append(refused, h)
				} else if why != "" {
					t.Error(why)
				}
			})
		}
		asking.Wait()
		left = refused
		r.pass(time.Second)
	}
	t.Logf("%d of %d are listed after %d s", r.listed(), count, second)
	if n := r.listed(); n != count {
		t.Errorf("%d are listed", n)
	}
	all := read(t, r.serve(t))
	answered := 0
	for _, m := range all {
		if m.Ping > 0 {
			answered++
		}
	}
	t.Logf("a reader has %d, of which %d answered", len(all), answered)
	if len(all) != count || answered == 0 || all[0].Title != "Friday" || all[0].Bots != 3 {
		t.Errorf("a reader has %d, of which %d answered; the first is %+v", len(all), answered, all[0])
	}
}

func TestAnAddressAndAKeyHaveEightPlaces(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	one := newCertificate(t)
	for n := range maxOfSite + 1 {
		r.pass(time.Second)
		want := ""
		if n == maxOfSite {
			want = full
		}
		if why := r.announce(t, r.open(t, loopback(t, 0)+":0", newCertificate(t), nil)); why != want {
			t.Errorf("host %d of an address: %q", n, why)
		}
		if why := r.announce(t, r.open(t, loopback(t, n+1)+":0", one, nil)); why != want {
			t.Errorf("host %d of a key: %q", n, why)
		}
	}
	moved := r.open(t, loopback(t, 20)+":0", newCertificate(t), nil)
	if why := r.announce(t, moved); why != "" {
		t.Error(why)
	}
	r.pass(time.Second)
	moved.at = r.open(t, fmt.Sprint(loopback(t, 0), ":", moved.at.Port()), moved.cert, nil).at
	if why := r.announce(t, moved); why != full {
		t.Errorf("a host that moves to a full address: %q", why)
	}
	for range 2 * rateOfSite {
		r.post("192.0.2.1", nil)
	}
	if why := r.post("192.0.2.1", nil); why != tooMany {
		t.Errorf("an address that floods: %q", why)
	}
	if why := r.post("192.0.2.2", nil); why != forged {
		t.Errorf("beside one that floods: %q", why)
	}
}

func TestAHostThatDrainsLeavesTheList(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	h := r.open(t, "127.0.0.1:0", newCertificate(t), r.match.Answer)
	r.announce(t, h)
	before := r.listed()
	if err := r.match.Drain(time.Hour); err != nil {
		t.Fatal(err)
	}
	r.pass(time.Second)
	if why := r.announce(t, h); why != fmt.Sprintf(absent, h.at) || before != 1 || r.listed() != 0 {
		t.Errorf("%q; %d listed before, %d then", why, before, r.listed())
	}
}

func TestTheQueryOfAListSelects(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.announce(t, r.open(t, "127.0.0.1:0", newCertificate(t), nil))
	url := r.serve(t) + listPath
	for query, listed := range map[string]bool{
		"": true, "?mode=deathmatch": true, "?mode=teams": false, "?players=0&version=6&password=no": true, "?players=1": false, "?version=5": false, "?players=few": true,
	} {
		text := get(t, url+query)
		if got := strings.Contains(text, `"title":"Friday"`); got != listed || !listed && text != "{\"matches\":[]}\n" {
			t.Errorf("%s: %s", query, text)
		}
	}
}

func get(t *testing.T, url string) string {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	defer http.DefaultClient.CloseIdleConnections()
	w := httptest.NewRecorder()
	answer.Write(w)
	_, text, _ := strings.Cut(w.Body.String(), "\r\n\r\n")
	return text
}

func TestAHostThatEndsLeavesTheListAtOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	h := r.open(t, "127.0.0.1:0", newCertificate(t), r.match.Answer)
	early, _ := announcement{Port: h.at.Port(), Time: r.time().UnixMilli(), Ended: true}.sign(h.cert)
	r.pass(time.Second)
	if why := r.announce(t, h); why != "" || r.listed() != 1 {
		t.Fatalf("%q, %d listed", why, r.listed())
	}
	if why := r.post("127.0.0.1", early); why != again || r.listed() != 1 {
		t.Errorf("an end before the last announcement: %q, %d listed", why, r.listed())
	}
	r.pass(time.Second)
	for _, of := range []struct {
		cert   tls.Certificate
		why    string
		listed int
	}{{newCertificate(t), again, 1}, {h.cert, "", 0}, {h.cert, again, 0}} {
		body, _ := announcement{Port: h.at.Port(), Time: r.time().UnixMilli(), Ended: true}.sign(of.cert)
		if why := r.post("127.0.0.1", body); why != of.why || r.listed() != of.listed {
			t.Errorf("%q, %d listed, expected %q and %d", why, r.listed(), of.why, of.listed)
		}
	}
}
