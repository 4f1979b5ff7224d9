package web

import (
	"net/netip"
	"testing"
)

func TestAddressKind(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200",
		"0.0.0.0", "0.1.2.3", "224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.0.8", "198.18.0.1", "168.63.129.16", "203.0.113.9",
		"::", "::1", "fe80::1", "fc00::1", "fd00:ec2::254", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1",
		"64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:c0a8:101::1", "2001::1", "2001:db8::1", "fec0::1",
	} {
		if addressKind(netip.MustParseAddr(a)) == "" {
			t.Errorf("%s passes for public", a)
		}
	}
	for _, a := range []string{"1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::1", "2a00:1450::1"} {
		if kind := addressKind(netip.MustParseAddr(a)); kind != "" {
			t.Errorf("%s is taken for %s", a, kind)
		}
	}
}

func TestGuardNames(t *testing.T) {
	g := newGuard([]string{"Docs.Internal.", "127.0.0.1:8080", "*.lab.example", "[::1]"}, 0)
	for _, c := range []struct {
		host, port string
		want       bool
	}{
		{"docs.internal", "80", true}, {"a.docs.internal", "80", false}, {"127.0.0.1", "8080", true}, {"127.0.0.1", "80", false},
		{"a.lab.example", "1", true}, {"lab.example", "1", false}, {"evillab.example", "1", false}, {"::1", "443", true},
	} {
		if got := g.names(c.host, c.port); got != c.want {
			t.Errorf("%s:%s named: %v", c.host, c.port, got)
		}
	}
}
