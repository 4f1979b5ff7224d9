package mcp

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"

	"assay/compiler/reports"
	"assay/gates"
)

// What became of a piece of work.
const (
	done         = "done"
	running      = "running"
	authRequired = "AUTH_REQUIRED"
	declinedWork = "DECLINED"
	refusedWork  = "refused"
	failed       = "failed"
	stopped      = "stopped"
)

// Work is what a tool that changes something answers with.
type Work struct {
	Status   string            `json:"status" jsonschema:"done; running: ask job_status; AUTH_REQUIRED: a person has to act; DECLINED: a person said no; refused: do not try again; failed: see message; stopped"`
	Message  string            `json:"message" jsonschema:"what happened, in words"`
	Next     string            `json:"next,omitempty" jsonschema:"what to do now"`
	Job      string            `json:"job,omitempty" jsonschema:"handle of work that goes on; only who began it may use it"`
	Progress *Progress         `json:"progress,omitempty"`
	Approval *Approval         `json:"approval,omitempty"`
	Source   *Source           `json:"source,omitempty"`
	Cost     *reports.Cost     `json:"cost,omitempty" jsonschema:"what was spent"`
	Failures []reports.Failure `json:"failures,omitempty"`
	Audit    *reports.Audit    `json:"audit,omitempty"`
	Packet   *reports.Packet   `json:"packet,omitempty"`

	undone bool // what was asked for did not happen
}

// Progress says how far work is.
type Progress struct {
	Phase   string `json:"phase"`
	Done    int    `json:"done"`
	Total   int    `json:"total,omitempty"`
	Text    string `json:"text,omitempty"`
	Seconds int    `json:"seconds" jsonschema:"since it began"`
}

// Bounds of work.
const (
	waitUsually = 20 * time.Second // for work to end, before a handle is given
	waitMost    = 5 * time.Minute
	jobsOfOne   = 60 // of one client, under way and waiting
	jobsKept    = 1000
	jobKept     = time.Hour // after it ended
	tellEvery   = 250 * time.Millisecond
)

// works are the pieces of work of a process. One changes the vault at a time, the others wait in
// the order in which they came.
type works struct {
	turn *semaphore.Weighted // held by the work that is under way

	mu    sync.Mutex
	jobs  map[string]*job
	aside sync.WaitGroup // what is written down after an answer
}

// A job is a piece of work that may outlive the call that began it.
type job struct {
	id, by, what string
	began        time.Time
	cancel       context.CancelFunc
	ended        chan struct{}

	mu    sync.Mutex
	at    reports.Event
	seen  int
	out   Work
	until time.Time // when it is forgotten; zero while it is under way
}

func (j *job) step(e reports.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.at, j.seen = e, j.seen+1
}

// now is the answer as it stands.
func (j *job) now() Work {
	j.mu.Lock()
	defer j.mu.Unlock()
	if !j.until.IsZero() {
		return j.out
	}
	p := &Progress{Phase: cmp.Or(j.at.Phase, "waiting for its turn"), Done: j.at.Done, Total: j.at.Total, Text: j.at.Text, Seconds: int(time.Since(j.began).Seconds())}
	return Work{Status: running, Job: j.id, Message: j.what + " goes on", Next: "call job_status with this job; stop_job ends it, and nothing that was fetched is lost", Progress: p}
}

// start begins work, which waits for its turn.
func (ws *works) start(by, what string, do func(ctx context.Context, progress func(reports.Event)) Work) (*job, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if ws.forget(by) >= jobsOfOne {
		return nil, gates.WithHint(fmt.Errorf("%s has %d pieces of work under way", by, jobsOfOne), "wait for some of them: job_status says how far one is")
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &job{id: "job_" + rand.Text(), by: by, what: what, began: time.Now(), cancel: cancel, ended: make(chan struct{})}
	ws.jobs[j.id] = j
	go func() {
		defer close(j.ended)
		defer cancel()
		out := Work{Status: stopped, Message: what + " was stopped before it began", undone: true}
		if ws.turn.Acquire(ctx, 1) == nil {
			out = do(ctx, j.step)
			ws.turn.Release(1)
		}
		j.mu.Lock()
		defer j.mu.Unlock()
		j.out, j.until = out, time.Now().Add(jobKept)
	}()
	return j, nil
}

// forget drops what ended long ago, and counts what a client has under way.
func (ws *works) forget(by string) (busy int) {
	for id, j := range ws.jobs {
		j.mu.Lock()
		over := !j.until.IsZero()
		if over && (time.Now().After(j.until) || len(ws.jobs) > jobsKept) {
			delete(ws.jobs, id)
		}
		j.mu.Unlock()
		if !over && j.by == by {
			busy++
		}
	}
	return busy
}

// of finds a client's own job.
func (ws *works) of(by, id string) (*job, error) {
	ws.mu.Lock()
	defer ws.mu.Unlock()
	if j := ws.jobs[id]; j != nil && j.by == by {
		return j, nil
	}
	return nil, gates.WithHint(fmt.Errorf("no job %q of yours", id),
		"a job is known for an hour after it ended, and no longer than this server runs; show_source says where a source stands")
}

// stop ends all work, and waits for it.
func (ws *works) stop() {
	ws.mu.Lock()
	jobs := make([]*job, 0, len(ws.jobs))
	for _, j := range ws.jobs {
		j.cancel()
		jobs = append(jobs, j)
	}
	ws.mu.Unlock()
	for _, j := range jobs {
		<-j.ended
	}
	ws.aside.Wait()
}

// work does something that changes the vault. The call waits for a while, tells how far it is, and
// then gives a handle. A call that is cancelled until then stops the work.
func (a *asked) work(what string, wait *int, do func(*doing) Work) (Work, error) {
	j, err := a.s.works.start(a.by, what, func(ctx context.Context, progress func(reports.Event)) Work {
		c, err := a.s.vault(a.by)
		if err == nil && c.Guest() {
			err = gates.WithHint(errors.New("the vault has no pipeline-policy.yaml: nothing is taken in or written"),
				"a person runs `"+commands(c, "assay init")[0]+"`; searching and checking work without")
		}
		d := &doing{ctx: ctx, by: a.by, c: c, progress: progress}
		if err != nil {
			return d.not(nil, err)
		}
		c.Opts.Waiting = func(holder string) { progress(reports.Event{Phase: "waiting for another assay: " + holder}) }
		return do(d)
	})
	if err != nil {
		return Work{}, err
	}
	return a.await(j, wait, true), nil
}

// await waits for a job to end. owned is whether a call that goes away takes the job with it.
func (a *asked) await(j *job, wait *int, owned bool) Work {
	long := waitUsually
	if wait != nil {
		long = min(time.Duration(max(*wait, 0))*time.Second, waitMost)
	}
	over := time.NewTimer(long)
	defer over.Stop()
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for told := 0; ; {
		select {
		case <-j.ended:
			return j.now()
		case <-over.C:
			return j.now()
		case <-a.ctx.Done():
			if owned {
				j.cancel()
				<-j.ended
			}
			return j.now()
		case <-tick.C:
			told = a.tell(j, told)
		}
	}
}

// tell sends how far a job is to a client that asked to be told.
func (a *asked) tell(j *job, told int) int {
	token := a.req.Params.GetProgressToken()
	j.mu.Lock()
	at, seen := j.at, j.seen
	j.mu.Unlock()
	if token == nil || seen == told {
		return told
	}
	text := at.Phase
	if at.Total > 0 {
		text = fmt.Sprintf("%s %d of %d", at.Phase, at.Done, at.Total)
	}
	if at.Text != "" {
		text += ": " + at.Text
	}
	_ = a.req.Session.NotifyProgress(a.ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Progress: float64(seen), Message: text})
	return seen
}
