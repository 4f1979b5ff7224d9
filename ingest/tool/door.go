package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"assay/ingest/proxy"
	"assay/ingest/web"
)

// A door is the proxy of one use of a program.
type door struct{ *proxy.Proxy }

func openDoor(c *web.Client) (*door, error) {
	p, err := proxy.New(c, 0)
	if err != nil {
		return nil, err
	}
	p.Open()
	return &door{p}, nil
}

// env makes a program go through the door.
func (d *door) env() []string {
	at := d.URL().String()
	var env []string
	for _, name := range []string{"http_proxy", "https_proxy", "all_proxy"} {
		env = append(env, name+"="+at, strings.ToUpper(name)+"="+at)
	}
	return append(env, "no_proxy=", "NO_PROXY=", "NODE_USE_ENV_PROXY=1")
}

// refused is the first refusal since it was asked last, nil where there was none.
func (d *door) refused() error {
	if all := d.Refused(); len(all) > 0 {
		return &web.Failure{Verdict: web.Denied, Reason: all[0].Reason}
	}
	return nil
}

// look is the weaker check for a program that cannot be led through a door: policy and
// address of the host, now.
func look(ctx context.Context, c *web.Client, at string) error {
	if no := c.Allow(at); no != nil {
		return no
	}
	u, err := url.Parse(at)
	if err != nil {
		return fmt.Errorf("look at %s: %w", at, err)
	}
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443", "ssh": "22"}[u.Scheme])
	conn, err := c.Dial(ctx, "tcp", net.JoinHostPort(u.Hostname(), port))
	if no, ok := errors.AsType[*web.Failure](err); ok {
		return no
	}
	if err != nil {
		return Failed(web.ClassConnect, "connect to %s: %s", u.Host, err)
	}
	return conn.Close()
}
