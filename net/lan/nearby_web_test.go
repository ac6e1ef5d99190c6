package lan

import (
	"testing"
	"time"
)

// webs returns where browsers may play what is listed.
func (a *nearbyAsked) webs() (urls []string) {
	for _, m := range a.matches(a.now) {
		urls = append(urls, m.Web)
	}
	return urls
}

func TestAMatchIsListedWithWhereBrowsersMayPlayIt(t *testing.T) {
	a := newAsked("192.0.2.1:1", "192.0.2.1:2")
	a.seeWeb(nearbyAt("192.0.2.1:2"), "http://192.0.2.1/")
	a.seeWeb(nearbyAt("192.0.2.9:2"), "http://192.0.2.9/") // which nobody announced
	a.round(allAnswer)
	if got := a.webs(); len(got) != 2 || got[0] != "" || got[1] != "http://192.0.2.1/" {
		t.Errorf("%q came", got)
	}
	a.seeWeb(nearbyAt("192.0.2.1:1"), "http://192.0.2.1:81/") // though it has answered
	a.seeWeb(nearbyAt("192.0.2.1:2"), "")
	if got := a.webs(); got[0] != "http://192.0.2.1:81/" || got[1] != "" {
		t.Errorf("%q came", got)
	}
}

func TestWhereBrowsersMayPlayIsToldOfTheAddressThatIsListed(t *testing.T) {
	a := newAsked("192.0.2.1:4", "127.0.0.1:4")
	a.seeWeb(nearbyAt("192.0.2.1:4"), "http://192.0.2.1:66/") // anybody may say that the match is theirs
	a.round(allAnswer)
	if got := a.webs(); len(got) != 1 || got[0] != "" {
		t.Errorf("%q came", got)
	}
	a.seeWeb(nearbyAt("127.0.0.1:4"), "http://192.0.2.1:80/")
	a.now = a.now.Add(time.Second)
	a.round(allAnswer)
	if got := a.webs(); got[0] != "http://192.0.2.1:80/" {
		t.Errorf("%q came", got)
	}
}
