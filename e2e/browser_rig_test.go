//go:build linux

package e2e

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// chromium is the headless browser, as a test uses it. All tests share one: its start takes a second of a core.
type chromium struct {
	*testing.T
	ctx context.Context // done when the browser is gone
}

// browsing bounds the tests that use the browser at a time: each keeps a core busy for as long as its pages draw.
var browsing = make(chan struct{}, 3)

// browserState is the shared browser, with the processes it starts and a profile that is removed in the end.
type browserState struct {
	once    sync.Once
	ctx     context.Context
	product string // its name and version
	absent  bool   // Chromium is not installed
	err     error  // why it did not start
}

var sharedBrowser browserState

// startChromium returns the browser, or skips the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	skipUnlessSmoke(t)
	b := &sharedBrowser
	b.once.Do(b.start)
	switch {
	case b.absent:
		t.Skip("Chromium is not installed")
	case b.err != nil:
		t.Fatal(b.err)
	}
	t.Log(b.product)
	browsing <- struct{}{}
	t.Cleanup(func() { <-browsing })
	return &chromium{T: t, ctx: b.ctx}
}

// skipUnlessLong skips a test of the page if its rest is proved without a browser too: each page takes some seconds of a core.
func skipUnlessLong(t *testing.T) {
	t.Helper()
	if !*long {
		t.Skip("the browser takes long: -long")
	}
}

func (b *browserState) start() {
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		b.absent = true
		return
	}
	home, err := os.MkdirTemp("", "chromium")
	if err != nil {
		b.err = err
		return
	}
	var process *exec.Cmd
	allocated, stop := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(program), chromedp.UserDataDir(home+"/profile"), chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "TMPDIR="+home),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-crash-reporter", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", true), chromedp.WSURLReadTimeout(patience),
		// Not its defaults, and not the pages that would draw suggestions below the address: a second of a core for each window.
		chromedp.Flag("disable-features", "site-per-process,Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
		chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) {
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
			process = cmd
		}))...)
	ctx, cancel := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {})) // of events that are newer than chromedp
	afterTests = append(afterTests, func() {
		cancel()
		stop()
		if err := end(process, home); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	})
	if err := chromedp.Run(ctx); err != nil {
		b.err = fmt.Errorf("%s does not start: %v", program, err)
		return
	}
	b.ctx = ctx
	b.err = chromedp.Run(ctx, chromedp.ActionFunc(func(ctx context.Context) (err error) {
		_, b.product, _, _, _, err = browser.GetVersion().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		return err
	}))
}

// ask asks the browser itself, and fails if it has no answer.
func (c *chromium) ask(question chromedp.ActionFunc) {
	c.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, patience)
	defer cancel()
	if err := chromedp.Run(ctx, question); err != nil {
		c.Fatalf("the browser: %v", err)
	}
}

// end kills the processes that are left of a browser, which has been asked to leave, waits until all are gone, and removes its files.
func end(process *exec.Cmd, home string) error {
	if process != nil && process.Process != nil {
		group := -process.Process.Pid
		for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
			if err := syscall.Kill(group, syscall.SIGKILL); errors.Is(err, syscall.ESRCH) {
				break
			}
			if time.Now().After(deadline) {
				return errors.New("the processes of the browser do not end")
			}
		}
	}
	return os.RemoveAll(home)
}
