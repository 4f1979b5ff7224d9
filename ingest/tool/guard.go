package tool

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"

	"assay/ingest/web"
)

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
