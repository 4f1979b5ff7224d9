package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compiler"
	"assay/compiler/adopt"
	"assay/compiler/eval"
	"assay/compiler/stats"
	"assay/gates/mutate"
	"assay/ingest"
	"assay/ingest/extract"
	"assay/ingest/index"
	"assay/provenance"
)

func (a *app) evalCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval",
		Short: "measure the judge, the search and the extractor on labelled sets, the gate and the runs of your own vault",
		Example: `  assay eval claims labelled.jsonl.gz
  assay eval retrieval cranfield/
  assay eval wikis wikis/
  assay eval mutate
  assay eval runs`,
		Args: takes(0, 0, "one of claims, calibrate, retrieval, extract, mutate, wikis and runs"),
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.evalClaims(), a.evalCalibrate(), a.evalRetrieval(), a.evalExtract(), a.evalMutate(), a.evalWikis(), a.evalRuns())
	return cmd
}

func (a *app) evalExtract() *cobra.Command {
	var pages bool
	cmd := &cobra.Command{
		Use:   "extract folder",
		Short: "how well the main content of saved pages is found",
		Long: `Extract scores the extractor on a folder with ground_truth.jsonl[.gz] and the pages
that its rows name: precision, recall and F1 over shingles of four words.`,
		Example: `  assay eval extract article-extraction/`,
		Args:    takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := eval.Extract(cmd.Context(), args[0], func(ctx context.Context, raw []byte, url string) (string, error) {
				d, err := extract.Extract(ctx, raw, extract.Options{URL: url, ContentType: "text/html"})
				return d.Markdown, err
			})
			if err != nil {
				return err
			}
			if !pages {
				r.PerPage = nil
			}
			return a.answer(r, nil, func() {
				for _, p := range r.PerPage {
					a.out.Printf("%.3f %.3f %s %s\n", p.Precision, p.Recall, p.ID, p.URL)
				}
				a.out.Printf("%d pages, %.0f a second\n", r.Pages, r.PagesPerSec)
				a.out.Printf("precision %.3f, recall %.3f, %s\n", r.Precision, r.Recall, a.out.Bold(fmt.Sprintf("F1 %.3f", r.F1)))
			})
		},
	}
	cmd.Flags().BoolVar(&pages, "pages", false, "list every page")
	return cmd
}

func (a *app) evalRetrieval() *cobra.Command {
	var o eval.RetrievalOptions
	cmd := &cobra.Command{
		Use:   "retrieval folder",
		Short: "how well search finds what is relevant",
		Long: `Retrieval builds an index of a folder with corpus.jsonl[.gz], queries.jsonl and
qrels.tsv, or of each such folder in it, and scores nDCG@10 and recall@100 of search
by words, by meaning and by both.`,
		Example: `  assay eval retrieval cranfield/
  assay eval retrieval cranfield/ --json | jq .ndcg10`,
		Args: takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Index = buildIndex
			r, err := eval.Retrieval(cmd.Context(), args[0], o)
			return a.answer(r, err, func() {
				a.out.Printf("%d documents, %d queries, %.0f documents a second\n", r.Documents, r.Queries, r.DocsPerSec)
				a.out.Printf("nDCG@10     text %.4f, vector %.4f, %s\n", r.NDCG10.Text, r.NDCG10.Vector, a.out.Bold(fmt.Sprintf("hybrid %.4f", r.NDCG10.Hybrid)))
				a.out.Printf("recall@100  text %.4f, vector %.4f, hybrid %.4f\n", r.Recall100.Text, r.Recall100.Vector, r.Recall100.Hybrid)
				a.out.Printf("query       %.1f ms in the middle, %.1f ms at the 95th percentile\n", r.QueryMS.P50, r.QueryMS.P95)
			})
		},
	}
	cmd.Flags().StringVar(&o.Split, "split", "", "only the queries of one `split`, such as dev or test")
	return cmd
}

// buildIndex builds the index that `search` uses, over a collection.
func buildIndex(ctx context.Context, dir string, docs []eval.Document) (eval.Searcher, error) {
	s := index.Open(dir)
	names := make(map[provenance.ChunkID]string, len(docs))
	passages := make([]ingest.Doc, len(docs))
	vectors := make([]ingest.Vector, len(docs))
	for i, d := range docs {
		p := d.Passage()
		id := provenance.NewChunkID(provenance.NewSourceID("eval"), d.ID)
		names[id] = d.ID
		passages[i] = ingest.Doc{ID: id, Title: p.Title, Heading: p.Heading, Text: p.Text}
		vectors[i] = ingest.Vector{Chunk: id, Packed: ingest.Pack(ingest.Embed(p))}
	}
	if _, err := s.Sync(ctx, dir, passages); err != nil {
		s.Close()
		return nil, fmt.Errorf("index collection: %w", err)
	}
	return collection{s, dir, vectors, names}, nil
}

// collection is an index whose passages are documents of a collection.
type collection struct {
	store   *index.Store
	set     string
	vectors []ingest.Vector
	names   map[provenance.ChunkID]string
}

func (c collection) Search(ctx context.Context, query string, mode eval.SearchMode, k int) ([]string, error) {
	q := ingest.Query{Text: query, K: k, Meaning: mode == eval.SearchVector}
	if mode != eval.SearchText {
		q.Set, q.Vectors = c.set, c.all
	}
	hits, err := c.store.Search(ctx, q)
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = c.names[h.Chunk]
	}
	return ids, err
}

func (c collection) all(yield func(ingest.Vector, error) bool) {
	for _, v := range c.vectors {
		if !yield(v, nil) {
			return
		}
	}
}

func (c collection) Close() error { return c.store.Close() }

func (a *app) evalMutate() *cobra.Command {
	var o stats.MutateOptions
	var kinds []string
	var least float64
	var all bool
	cmd := &cobra.Command{
		Use:   "mutate [vault]",
		Short: "which corruptions of your own claims the gate would let through",
		Long: `Mutate takes the claims of a vault that pass, changes one thing in each, in every way
that applies, and grades the result by the same evidence: another number, date, unit
or name; what is said denied; all for some; faster for slower; who did it and to whom;
a passage that is there and says something else. A gate that works rejects them (T0),
flags them (T1) or finds the conflict (T4). What passes is listed, with what to do.

Nothing is written, and the same vault gives the same mutants. Numbers, dates, units
and sources are changed in every language, words in English; a verb is denied in ten more.

It ends with status 0, since it is a measurement; with --min-kill, with 1 where a
smaller share was found out.`,
		Example: `  assay eval mutate
  assay eval mutate ~/wiki --kinds number,date,unit
  assay eval mutate --sample 500 --min-kill 0.95
  assay eval mutate --json | jq '.by_kind'`,
		Args: takes(0, 1, "at most one vault"),
		RunE: a.onVault(first, func(cmd *cobra.Command, c *compiler.Compiler, _ []string) (err error) {
			if o.Kinds, err = kindsOf(kinds); err != nil {
				return err
			}
			if least < 0 || least > 1 {
				return hinted(fmt.Errorf("--min-kill %g: not a share", least), "give a share from 0 to 1, such as 0.95")
			}
			if o.PerClaim < 0 || o.Sample < 0 {
				return hinted(fmt.Errorf("--per-claim and --sample count from 0"), "0 means all")
			}
			o.Progress = a.watch()
			r, err := stats.Mutate(cmd.Context(), c, o)
			if err != nil {
				return err
			}
			few := r.Mutants > 0 && (stats.KindCount{Mutants: r.Mutants, Killed: r.Killed}).Share() < least
			return orFaults(a.answer(r, nil, func() { a.out.Mutants(r, all) }), few)
		}),
	}
	f := cmd.Flags()
	f.StringSliceVar(&kinds, "kinds", nil, "`kinds` to try, with commas: "+strings.Join(kindNames(), ", "))
	f.IntVar(&o.PerClaim, "per-claim", 0, "mutants of one claim at most (0: all)")
	f.IntVar(&o.Sample, "sample", 0, "claims to try at most (0: all)")
	f.Float64Var(&least, "min-kill", 0, "`share` of mutants that must be found out, else the status is 1")
	f.BoolVar(&all, "all", false, "list every mutant that passed, not only the first of each kind")
	cmd.RegisterFlagCompletionFunc("kinds", cobra.FixedCompletions(kindNames(), cobra.ShellCompDirectiveNoFileComp))
	a.jobsFlag(cmd)
	return cmd
}

func kindNames() []string {
	var out []string
	for _, k := range mutate.Kinds() {
		out = append(out, string(k))
	}
	return out
}

func kindsOf(names []string) ([]mutate.Kind, error) {
	var out []mutate.Kind
	for _, n := range names {
		if !slices.Contains(mutate.Kinds(), mutate.Kind(n)) {
			return nil, hinted(fmt.Errorf("unknown kind %q", n), meant(n, kindNames(), "did you mean %s?", "kinds: "+strings.Join(kindNames(), ", ")))
		}
		out = append(out, mutate.Kind(n))
	}
	return out, nil
}

func (a *app) evalWikis() *cobra.Command {
	var o eval.WikisOptions
	var rows, plants string
	cmd := &cobra.Command{
		Use:   "wikis folder",
		Short: "how right errors are on whole wikis with labelled lines",
		Long: `Wikis checks the wikis of a folder, each as a vault of its own, and compares what it
gets with labels.jsonl: of the errors, how many are on claims that a reader found
unsupported or contradicted; of the supported claims, how many hold, and how many have
an error all the same; by rule and by wiki. A wiki is a subfolder, or NAME.tar.gz that
holds it. It goes by place and severity, and reads no message. docs/json.md says what a
label is.

With --plant claims that hold are made false first, one value, name or denial in each,
in as many ways as eval mutate knows, and it is counted how many of those get an error.
Then no labels are needed. With -o they are kept as labels.

It works on copies, changes nothing, and ends with status 0, since it is a measurement.`,
		Example: `  assay eval wikis wikis/
  assay eval wikis wikis/ --labels more.jsonl --json | jq .by_rule
  assay eval wikis wikis/ --plant 50 --seed 2 -o planted.jsonl
  assay eval wikis wikis/ --labels planted.jsonl`,
		Args: takes(1, 1, "one folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Plant < 0 {
				return hinted(fmt.Errorf("--plant %d: counts from 0", o.Plant), "give the number of claims of each wiki to make false")
			}
			if plants != "" && o.Plant == 0 {
				return hinted(errors.New("-o keeps what --plant makes, and nothing is planted"), "add --plant 50, or use --rows")
			}
			by, err := a.actor()
			if err != nil {
				return err
			}
			o.Open = func(root string) (*compiler.Compiler, error) {
				w := world(a.getenv)
				w.Cache = "" // what is measured is done
				return compiler.Open(root, w, compiler.Options{Jobs: a.opts.Jobs, As: by, Here: true, Command: a.command})
			}
			o.Adopt = adoptCopy
			o.Progress = a.watch()
			r, err := eval.Wikis(cmd.Context(), args[0], o)
			if err != nil {
				return err
			}
			for _, name := range r.Absent {
				a.out.Messagef("%s is labelled and not in %s", name, a.out.Path(args[0]))
			}
			if plants != "" {
				err = r.WritePlants(plants)
			}
			if rows != "" {
				err = errors.Join(err, r.WriteRows(rows))
			}
			return a.answer(r, err, func() { a.wikisText(r) })
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Labels, "labels", "", "`file` of labels (default labels.jsonl of the folder)")
	f.IntVar(&o.Plant, "plant", 0, "make `n` claims of each wiki that hold false, and count those that are caught")
	f.StringVar(&o.Seed, "seed", "", "another `text` takes other claims and other values")
	f.StringVarP(&plants, "output", "o", "", "write what was planted to this `file`, as labels")
	f.StringVar(&rows, "rows", "", "write every label with what it got to this `file`")
	a.jobsFlag(cmd)
	return cmd
}

// adoptCopy makes a vault of a wiki, which is nobody's.
func adoptCopy(ctx context.Context, c *compiler.Compiler) error {
	look, err := survey(c.Root)
	if err != nil {
		return fmt.Errorf("look at %s: %w", c.Root, err)
	}
	_, err = adopt.Run(ctx, c, adopt.Options{Look: look})
	if declined := (adopt.Declined{}); errors.As(err, &declined) {
		return nil // it is judged as it is
	}
	return err
}

func (a *app) wikisText(r *eval.WikisReport) {
	line := func(name string, s eval.WikiShare) {
		if s.Of == 0 {
			return
		}
		weighted := ""
		if s.Weighted != nil {
			weighted = fmt.Sprintf(", weighted %.3f", *s.Weighted)
		}
		a.out.Printf("%-32s %.3f  %s\n", name, s.Share, a.out.Dim(fmt.Sprintf("%d of %d%s", s.Part, s.Of, weighted)))
	}
	line("errors that are right", r.Errors)
	line("supported or no claim, in error", r.Alarms)
	line("contradicted, caught", r.Caught)
	line("  that stood there", r.Natural)
	line("  planted", r.Planted)
	line("unsupported, in error", r.Unsupported)
	line("supported, holds", r.Supported)
	line("conflicts that are right", r.Conflicts)
	if r.NoClaims > 0 {
		a.out.Printf("%d supported claims are read as no claims\n", r.NoClaims)
	}
	if len(r.Rules) > 0 {
		a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %-24s %7s %7s", "error", "rule", "right", "wrong")))
		for _, x := range r.Rules {
			a.out.Printf("%-20s %-24s %7d %7d\n", x.Code, x.Rule, x.Right, x.Wrong)
		}
	}
	if len(r.Plants) > 0 {
		a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %7s %7s %9s", "planted", "all", "caught", "disputed")))
		for _, x := range r.Plants {
			a.out.Printf("%-20s %7d %7d %9d\n", x.Kind, x.Planted, x.Caught, x.Disputed)
		}
	}
	a.out.Printf("\n%s\n", a.out.Dim(fmt.Sprintf("%-20s %8s %8s %8s %8s %8s %9s %9s", "wiki", "seconds", "claims", "graded", "hold", "errors", "hold/100", "error/100")))
	for _, w := range r.Wikis {
		a.out.Printf("%-20s %8.1f %8d %8d %8d %8d %9.1f %9.1f\n", w.Wiki, w.Seconds, w.Claims, w.Graded, w.Hold, w.Errors, w.HoldsPer, w.ErrorsPer)
	}
	if r.Told != nil {
		a.out.Printf("%d conflicts in all, once adopted\n", *r.Told)
	}
}
