//go:build linux

package e2e

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// hear takes what the browser tells of the page.
func (p *page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, strings.Trim(string(arg.Value), `"`)+arg.Description)
		}
		p.says(e.Type == runtime.APITypeError || e.Type == runtime.APITypeAssert || e.Type == runtime.APITypeWarning, string(e.Type)+": "+strings.Join(words, " "))
	case *runtime.EventExceptionThrown:
		p.says(true, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		p.says(e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning, fmt.Sprintf("%s of %s: %s %s", e.Entry.Level, e.Entry.Source, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		if p.files[e.RequestID] == nil {
			p.files[e.RequestID] = &file{url: e.Request.URL}
		}
	case *network.EventDataReceived:
		if f := p.files[e.RequestID]; f != nil {
			f.bytes += float64(e.EncodedDataLength)
		}
	case *network.EventLoadingFinished:
		if f := p.files[e.RequestID]; f != nil && f.bytes == 0 { // the document's are told in one, with its headers
			f.bytes = e.EncodedDataLength
		}
	}
}

// file is what the page has had from the host.
type file struct {
	url   string
	bytes float64 // that came over the network, without their headers
}

// loaded returns all files so far.
func (p *page) loaded() (all []file) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.files {
		all = append(all, *f)
	}
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.url, b.url) })
	return all
}

// says keeps what is on the console. The lock is held.
func (p *page) says(bad bool, what string) {
	p.said = append(p.said, what)
	for _, words := range p.excused {
		bad = bad && !strings.Contains(what, words)
	}
	if bad {
		p.faults = append(p.faults, what)
	}
}

// excuse has messages with these words be no faults from now on: the test brings them about.
func (p *page) excuse(words string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.excused = append(p.excused, words)
}

// console returns all that was said on it.
func (p *page) console() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.said...)
}

// isWithoutFault fails if the page has complained, or has tried what its policy forbids.
func (p *page) isWithoutFault() {
	p.Helper()
	var broken []string
	if err := p.try(chromedp.Evaluate(`window.rig?.broken ?? []`, &broken)); err != nil && p.ctx.Err() == nil {
		p.Errorf("the page does not answer in the end: %v", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, fault := range p.faults {
		p.Errorf("on the console: %s", fault)
	}
	for _, what := range broken {
		p.Errorf("against the policy: %s", what)
	}
}
