package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"assay/compiler"
	"assay/compiler/view"
	"assay/ingest/tool"
	"assay/provenance"
	"assay/vault"
)

// signers is the file that says whose keys sign for whom, in the form of ssh-keygen(1),
// ALLOWED SIGNERS; its principals are persons as the ledger names them, such as person:ada.
func (u user) signers() string { return filepath.Join(u.dir, "allowed_signers") }

// key is the key that the user signs with, from the file that names it; "" for none.
func (u user) key() string {
	text, err := vault.ReadFile(filepath.Join(u.dir, "signing_key"))
	if u.dir == "" || err != nil {
		return ""
	}
	name, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		name = filepath.Join(u.getenv("HOME"), rest)
	}
	return strings.TrimSpace(name)
}

// State names what verification depends on.
func (u user) State() string {
	text, _ := vault.ReadFile(u.signers())
	return vault.HashText(text).String()
}

const keygenTime = 2 * time.Minute // a key may ask for its passphrase, or to be touched

// run has the user's own ssh-keygen sign or verify, with the user's keys and signers, as git does:
// nothing of a vault says who may sign.
func (u user) run(ctx context.Context, in []byte, args ...string) ([]byte, error) {
	program, err := tool.Programs{Path: u.getenv("PATH"), Avoid: []string{u.root}}.Look("ssh-keygen")
	if err != nil {
		return nil, hinted(err, "install OpenSSH 8.2 or newer")
	}
	ctx, stop := context.WithTimeout(ctx, keygenTime)
	defer stop()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stdin = bytes.NewReader(in)
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	if err := cmd.Run(); err != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(messages.String()), "\n")
		return nil, fmt.Errorf("%w: %s", err, line)
	}
	return out.Bytes(), nil
}

// Holds reports whether a signature over some text is of one of a person's keys.
func (u user) Holds(by string, text []byte, signature string) bool {
	file, err := os.CreateTemp("", "assay-signature-")
	if err != nil {
		return false
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(signature)
	if err = errors.Join(err, file.Close()); err != nil || u.dir == "" {
		return false
	}
	_, err = u.run(context.Background(), text, "-Y", "verify", "-f", u.signers(), "-I", by, "-n", provenance.SignatureNamespace, "-s", file.Name())
	return err == nil
}

// sign signs a text with the user's key.
func (u user) sign(ctx context.Context, text []byte) (string, error) {
	key := u.key()
	if key == "" {
		return "", hinted(fmt.Errorf("sign: %s names no key", filepath.Join(u.dir, "signing_key")), "write the path of your SSH key into that file, such as ~/.ssh/id_ed25519.pub")
	}
	out, err := u.run(ctx, text, "-Y", "sign", "-f", key, "-n", provenance.SignatureNamespace)
	if err != nil {
		return "", hinted(fmt.Errorf("sign with %s: %w", key, err), "`ssh-add -l` lists the keys that your agent holds")
	}
	return string(out), nil
}

// signDecisions signs what a person decided and nobody signed yet, where the person has a key
// for it, or policy asks for signatures.
func (a *app) signDecisions(ctx context.Context, c *compiler.Compiler, by string) (int, error) {
	u := openUser(a.getenv, c.Root)
	if c.Guest() || provenance.KindOfActor(by) != provenance.Person || u.key() == "" && !c.Policy.Safety.RequireSignatures {
		return 0, nil
	}
	text, err := c.ReadFile(c.Policy.LedgerFile())
	if err != nil {
		return 0, fmt.Errorf("sign: read %s: %w", c.Policy.LedgerFile(), cause(err))
	}
	holds := u.Holds // one that does not is made again
	if !exists(u.signers()) {
		holds = nil
	}
	var ids []string
	for _, e := range provenance.ReadLedger(text).Unsigned(holds) {
		if e.Actor == by {
			ids = append(ids, e.ID)
		}
	}
	if len(ids) == 0 {
		return 0, nil
	}
	a.out.Flush() // a key may ask for its passphrase
	signature, err := u.sign(ctx, provenance.SignedText(ids))
	if err != nil {
		return 0, err
	}
	return len(ids), c.AppendEvent(ctx, c.Policy.LedgerFile(), provenance.Event{Actor: by, Role: provenance.RolePerson, Kind: provenance.KindSigned,
		Subject: "vault", Data: map[string]any{"events": view.Anys(ids), "signature": signature}})
}

// signed signs what was just decided. That it is not signed takes nothing back: it says so,
// and how to sign it.
func (a *app) signed(ctx context.Context, c *compiler.Compiler, by string) {
	if _, err := a.signDecisions(ctx, c, by); err != nil {
		a.out.Messagef("decided, and not signed: %v; `%s` signs it", err, a.out.Command("assay ledger sign"))
	}
}
