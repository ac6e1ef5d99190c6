package cli

import (
	"errors"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/idna"

	"dogfight/internal/command"
	"dogfight/net/admission"
)

// addWeb adds the flags of the web door.
func addWeb(c *cobra.Command, h *hosting) {
	fs := c.Flags()
	fs.StringVar(&h.Web, "web", "", "`ADDR` to listen on for players who only have a browser, such as :8080")
	fs.StringVar(&h.webFiles, "web-tls", "", "`CERT,KEY`: files of a certificate, for https; they are read again when they change")
	fs.StringVar(&h.WebDomain, "web-acme", "", "`DOMAIN` of this host, for https with a certificate from Let's Encrypt, whose terms you agree to; port 443 must lead here")
	fs.StringVar(&h.WebAuthority, "web-acme-server", "", "`URL` of an ACME directory, instead of Let's Encrypt")
	fs.StringArrayVar((*[]string)(&h.WebOrigins), "web-origin", nil, "`ORIGIN` of pages elsewhere that may open the WebSocket, such as https://example.org, or of this page if it has a name of the Internet without https; may be given again")
	fs.StringArrayVar(&h.webProxies, "web-proxy", nil, "`NET` of trusted proxies, such as 127.0.0.1/32, whose X-Forwarded-For has the address of the player; may be given again")
	fs.BoolVar(&h.WebReplays, "web-replays", false, "show the replays that you marked at /replay/")
}

// settleWeb reads the flags of the web door and returns the first fault.
func settleWeb(c *cobra.Command, h *hosting) error {
	if err := refuseIdle(c.Flags().Changed, idle{h.Web == "", "web-tls web-acme web-acme-server web-origin web-proxy", "needs --web with it"}); err != nil {
		return err
	}
	return first(
		expect(h.Web != "" || !h.WebReplays, "--web-replays: needs --web with it"),
		expect(h.webFiles == "" || h.WebDomain == "", "--web-tls: does not go with --web-acme, which gets a certificate by itself"),
		checkDoor("--web", h.Web), h.settleCertificate(c), h.settleDomain(c), h.settleOrigins(), h.settleProxies(),
	)
}

func (h *hosting) settleCertificate(c *cobra.Command) error {
	if !c.Flags().Changed("web-tls") {
		return nil
	}
	var both bool
	h.WebCertificate, h.WebKey, both = strings.Cut(h.webFiles, ",")
	both = both && h.WebCertificate != "" && h.WebKey != "" && !strings.Contains(h.WebKey, ",")
	return expect(both, "--web-tls: must be two files, CERT,KEY, got %q", h.webFiles)
}

func (h *hosting) settleDomain(c *cobra.Command) (err error) {
	at, secure := strings.CutPrefix(h.WebAuthority, "https://")
	isURL := secure && strings.Trim(at, "/") != "" && !strings.ContainsAny(at, " \t")
	if err := first(
		expect(h.WebAuthority == "" || h.WebDomain != "", "--web-acme-server: needs --web-acme with it"),
		expect(h.WebAuthority == "" || isURL, "--web-acme-server: must be a URL, such as https://acme.example/directory, got %q", h.WebAuthority),
	); err != nil {
		return err
	}
	if c.Flags().Changed("web-acme") {
		h.WebDomain, err = parseDomain(h.WebDomain)
	}
	return aboutFlag("--web-acme", err)
}

var (
	errDomain  = errors.New("must be a domain, such as example.org, without a port")
	errAddress = errors.New("must be a domain: an address can have no certificate there")
)

// parseDomain returns a public domain name in the spelling of DNS.
func parseDomain(text string) (string, error) {
	if _, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
		return "", errAddress
	}
	name, err := idna.Lookup.ToASCII(text)
	if err != nil || !strings.Contains(strings.Trim(name, "."), ".") || strings.ContainsAny(name, ":/@*_ ") {
		return "", errDomain
	}
	return strings.TrimSuffix(name, "."), nil
}

func (h *hosting) settleOrigins() (err error) {
	for i, page := range h.WebOrigins {
		if h.WebOrigins[i], err = admission.ParseOrigin(page); err != nil {
			return aboutFlag("--web-origin", err)
		}
	}
	return nil
}

func (h *hosting) settleProxies() error {
	for _, text := range h.webProxies {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			alone, errAlone := netip.ParseAddr(text)
			if errAlone != nil || alone.Zone() != "" {
				return command.Usagef("--web-proxy: must be a network, such as 10.0.0.0/8 or ::1/128, got %q", text)
			}
			network = netip.PrefixFrom(alone, alone.BitLen())
		}
		if network.Addr().Is4In6() && network.Bits() >= 96 {
			network = netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-96)
		}
		if network.Bits() == 0 {
			return command.Usagef("--web-proxy: %s is everybody, and not all can be believed", text)
		}
		h.WebProxies = append(h.WebProxies, network)
	}
	return nil
}
