package hub

import (
	"encoding/base64"
	"math"
	"sync/atomic"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// guard lets in who proves to have a listed key. The server's own list of keys can only be changed by having it read all of its
// options again, which races with the connections that it serves meanwhile (nats-server 2.15.2): so the list is ours.
type guard struct {
	self  string // the hub's own key, which is always let in
	roles atomic.Pointer[map[string]Role]
	told  func([]Key) // who is told of keys; nil: nobody
	door  *listener   // static after Start
}

// newGuard returns a guard who knows the keys of a file.
func newGuard(file, self string, told func([]Key)) (*guard, error) {
	keys, err := readKeys(file)
	if err != nil {
		return nil, err
	}
	g := &guard{self: self, told: told}
	g.list(keys)
	return g, nil
}

// list takes keys in place of those that were listed, and returns these.
func (g *guard) list(keys []Key) (before map[string]Role) {
	roles := map[string]Role{g.self: RoleHub}
	for _, k := range keys {
		roles[k.Public] = k.Role
	}
	if g.told != nil {
		g.told(keys)
	}
	if old := g.roles.Swap(&roles); old != nil {
		return *old
	}
	return nil
}

// Check is server.Authentication.
func (g *guard) Check(c server.ClientAuthentication) bool {
	shown := c.GetOpts()
	role, listed := (*g.roles.Load())[shown.Nkey]
	if !listed || !signed(shown.Nkey, c.GetNonce(), shown.Sig) {
		return false
	}
	if shown.Nkey != g.self && !g.door.settle(c.RemoteAddress(), shown.Nkey) {
		return false
	}
	c.RegisterUser(&server.User{Permissions: permissionsOf(role, shown.Nkey)})
	return true
}

// signed reports whether a signature of what the server asked to be signed is by the key.
func signed(public string, nonce []byte, signature string) bool {
	sig, err := base64.RawURLEncoding.DecodeString(signature)
	if err != nil {
		return false
	}
	key, err := nkeys.FromPublicKey(public)
	return err == nil && key.Verify(nonce, sig) == nil
}

// listAgain takes keys in place of those that were listed, and disconnects those who are not among them, or as something else.
func (g *guard) listAgain(keys []Key, s *server.Server) error {
	before := g.list(keys) // who comes from here on is held against the new ones
	present, err := s.Connz(&server.ConnzOptions{Username: true, Limit: math.MaxInt32})
	if err != nil {
		return err
	}
	now := *g.roles.Load()
	for _, c := range present.Conns {
		if now[c.AuthorizedUser] != before[c.AuthorizedUser] {
			s.DisconnectClientByID(c.Cid)
		}
	}
	return nil
}
