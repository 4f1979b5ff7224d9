package gates

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// judging looks at what the keys of the judge mean together.
func (r *policyReader) judging(p Policy) {
	j := p.Judge
	if j.Endpoint != "" {
		if _, err := endpointOf(j.Endpoint); err != nil {
			r.failKey("judge.endpoint", "`judge.endpoint` "+err.Error(), "write where it listens, such as http://127.0.0.1:11434")
		}
	}
	if j.KeyEnv != "" && strings.Trim(j.KeyEnv, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		r.failKey("judge.key_env", "`judge.key_env` is no name of an environment variable", "write the variable's name, such as OPENAI_API_KEY; a key itself never stands in a policy")
	}
	switch j.Use {
	case "http":
		if j.Endpoint == "" {
			r.failKey("judge.use", "`judge.use` is http, and `judge.endpoint` is not set", "write where it listens, such as http://127.0.0.1:11434")
		}
		if j.Model == "" {
			r.failKey("judge.use", "`judge.use` is http, and `judge.model` is not set", "write the model as the endpoint names it")
		}
	case "onnx":
		if j.Model == "" {
			r.failKey("judge.use", "`judge.use` is onnx, and `judge.model` is not set", "write the name of a folder with a model; `assay doctor` says where it lies")
		} else if !IsPlainName(j.Model) {
			r.failKey("judge.model", fmt.Sprintf("`judge.model` is %q, not a plain name", j.Model), "it names a folder of your own configuration, which `assay doctor` shows; a vault cannot say where")
		}
	}
}

// IsPlainName reports a name that leads nowhere but to one entry of a folder.
func IsPlainName(name string) bool {
	return name != "" && !strings.ContainsAny(name, `/\:`) && !strings.HasPrefix(name, ".")
}

func endpointOf(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	switch {
	case err != nil:
		return nil, errors.New("is no address")
	case u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "":
		return nil, errors.New("is no http or https address")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("has a user, query or fragment")
	}
	return u, nil
}

// IsModel reports a judge that is asked, and not built in.
func (j Judging) IsModel() bool { return j.Use == "http" || j.Use == "onnx" }

// Name is how records call the judge: http/MODEL, onnx/MODEL, or "" for the one built in.
func (j Judging) Name() string {
	if !j.IsModel() {
		return ""
	}
	return j.Use + "/" + j.Model
}

// JudgeFile is where the calibration of the judge lies in the vault.
func (p Policy) JudgeFile() string {
	if p.Judge.Calibration != "" {
		return p.Judge.Calibration
	}
	return p.Vault.Stored("judge.json")
}

// AnswersFile is where the answers of judges lie in the vault.
func (p Policy) AnswersFile() string { return p.Vault.Stored("verdicts.jsonl") }

// Leaves reports an endpoint that is not on this machine: what is asked there leaves it,
// and costs a credit.
func (j Judging) Leaves() bool {
	if j.Use != "http" {
		return false
	}
	u, err := endpointOf(j.Endpoint)
	return err != nil || !isLoopback(u.Hostname())
}

func isLoopback(host string) bool {
	host = foldHost(host)
	if a, err := netip.ParseAddr(host); err == nil {
		return a.IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// MayAsk tells why policy does not let the judge be asked: its endpoint is denied, or is
// a host of the network that no person has approved. It is nil for one on this machine.
func (p Policy) MayAsk() error {
	if !p.Judge.Leaves() {
		return nil
	}
	if err := p.Denied(p.Judge.Endpoint); err != nil {
		return err
	}
	if host := HostOf(p.Judge.Endpoint); p.Safety.RequireHITLForNewDomain && !p.Approved(host) {
		return &UnapprovedError{Host: host}
	}
	return nil
}

// An UnapprovedError says that nobody has let a host have what the vault holds.
type UnapprovedError struct{ Host string }

func (e *UnapprovedError) Error() string {
	return fmt.Sprintf("%s is not in safety.approved_domains, and claims and passages would be sent there", e.Host)
}

// Hint says what a person could do about it.
func (e *UnapprovedError) Hint() string {
	return "add " + e.Host + " to safety.approved_domains in " + PolicyFile + ", where a review shows it"
}
