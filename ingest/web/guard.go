package web

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// special lists address blocks that are not of the public internet (IANA special
// purpose registries, RFC 6890) and are not covered by the methods of netip.Addr.
var special = []struct {
	block netip.Prefix
	kind  string
}{
	{netip.MustParsePrefix("0.0.0.0/8"), "this network"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared by a carrier (RFC 6598)"},
	{netip.MustParsePrefix("168.63.129.16/32"), "a metadata service"},
	{netip.MustParsePrefix("192.0.0.0/24"), "reserved"},
	{netip.MustParsePrefix("192.0.2.0/24"), "for documentation"},
	{netip.MustParsePrefix("192.88.99.0/24"), "reserved"},
	{netip.MustParsePrefix("198.18.0.0/15"), "for benchmarks"},
	{netip.MustParsePrefix("198.51.100.0/24"), "for documentation"},
	{netip.MustParsePrefix("203.0.113.0/24"), "for documentation"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved"},
	{netip.MustParsePrefix("100::/64"), "a black hole"},
	{netip.MustParsePrefix("2001::/23"), "reserved"}, // Teredo, ORCHID, benchmarks
	{netip.MustParsePrefix("2001:db8::/32"), "for documentation"},
	{netip.MustParsePrefix("3fff::/20"), "for documentation"},
	{netip.MustParsePrefix("5f00::/16"), "reserved"},
	{netip.MustParsePrefix("fec0::/10"), "private (site-local)"},
}

// embeds lists IPv6 blocks that carry an IPv4 address, and where it stands.
var embeds = []struct {
	block netip.Prefix
	at    int
}{
	{netip.MustParsePrefix("::/96"), 12},
	{netip.MustParsePrefix("64:ff9b::/96"), 12},   // NAT64
	{netip.MustParsePrefix("64:ff9b:1::/48"), 12}, // NAT64 of a local network
	{netip.MustParsePrefix("2002::/16"), 2},       // 6to4
}

// addressKind says what an address is, "" for one of the public internet.
func addressKind(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	switch {
	case !a.IsValid():
		return "no address"
	case a.IsUnspecified():
		return "unspecified"
	case a.IsLoopback():
		return "loopback"
	case a.IsPrivate():
		return "private"
	case a.IsLinkLocalUnicast():
		return "link-local"
	case a.IsMulticast():
		return "multicast"
	}
	for _, s := range special {
		if s.block.Contains(a) {
			return s.kind
		}
	}
	for _, e := range embeds {
		if e.block.Contains(a) {
			b := a.As16()
			if kind := addressKind(netip.AddrFrom4([4]byte(b[e.at : e.at+4]))); kind != "" {
				return kind
			}
		}
	}
	return ""
}

// A guard opens connections, and refuses with a [Failure] those that leave the public internet
// for a host that is not named. It looks at the address that is about to be connected
// to, so neither a name server that changes its answer nor a redirect gets round it.
type guard struct {
	named  []string // hosts, host:port or *.host
	dialer net.Dialer
}

func newGuard(named []string, timeout time.Duration) *guard {
	g := &guard{dialer: net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second}}
	for _, n := range named {
		n = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(n), "."))
		if h, p, err := net.SplitHostPort(n); err == nil {
			n = net.JoinHostPort(strings.Trim(h, "[]"), p)
		} else {
			n = strings.Trim(n, "[]")
		}
		g.named = append(g.named, n)
	}
	return g
}

func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	named := g.names(host, port)
	d := g.dialer
	d.ControlContext = func(_ context.Context, _, resolved string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(resolved)
		if err != nil {
			return fmt.Errorf("parse address %q: %w", resolved, err)
		}
		addr := ap.Addr().Unmap().WithZone("")
		kind := addressKind(addr)
		// A named host may be anywhere but at a metadata service, which answers to
		// link-local addresses and gives away keys: that address itself must be named.
		if kind == "" || named && (kind != "link-local" && kind != "a metadata service" || host == addr.String()) {
			return nil
		}
		return &Failure{Verdict: Denied, Reason: fmt.Sprintf("%s leads to %s, which is %s; if that is meant, name %q in crawl.allow_private_hosts", host, addr, kind, host)}
	}
	return d.DialContext(ctx, network, address)
}

func (g *guard) names(host, port string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return slices.ContainsFunc(g.named, func(n string) bool {
		if sub, ok := strings.CutPrefix(n, "*."); ok {
			return strings.HasSuffix(host, "."+sub)
		}
		return n == host || n == net.JoinHostPort(host, port)
	})
}
