package onnx

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/simplego"
	"github.com/gomlx/gomlx/pkg/core/graph"
	"github.com/gomlx/gomlx/pkg/core/tensors"
	"github.com/gomlx/gomlx/pkg/ml/context"
	"github.com/gomlx/onnx-gomlx/onnx"
)

// A session is a loaded model.
type session struct {
	exec   *context.Exec
	inputs []string
}

// lengths are those that inputs are padded to: the graph is prepared anew for each shape,
// and what was prepared is kept.
var lengths = [...]int{32, 64, 128, 256, 512}

// newSession loads a model. Whatever is wrong with it is an error.
func newSession(raw []byte) (s *session, err error) {
	defer rescue(&err)
	model, err := onnx.Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", modelFile, err)
	}
	s = &session{}
	s.inputs, _ = model.Inputs()
	for _, name := range s.inputs {
		if name != "input_ids" && name != "attention_mask" && name != "token_type_ids" {
			return nil, fmt.Errorf("it wants an input %.40q; input_ids, attention_mask and token_type_ids are given", name)
		}
	}
	outputs, _ := model.Outputs()
	if len(s.inputs) == 0 || len(outputs) == 0 {
		return nil, errors.New("it has no input or no output")
	}
	ctx := context.New().Reuse() // no variable besides the model's own
	if err := model.VariablesToContext(ctx); err != nil {
		return nil, fmt.Errorf("read its weights (which must lie in %s itself): %w", modelFile, err)
	}
	var backend backends.Backend
	// One operation after another: side by side they race over whose buffer may be used
	// again. The large products are cut up among the cores all the same.
	if backend, err = simplego.New("ops_sequential"); err != nil {
		return nil, fmt.Errorf("start the backend: %w", err)
	}
	names := s.inputs
	s.exec, err = context.NewExec(backend, ctx, func(ctx *context.Context, in []*graph.Node) []*graph.Node {
		given := map[string]*graph.Node{}
		for i, name := range names {
			given[name] = in[i]
		}
		return model.CallGraph(ctx, in[0].Graph(), given, outputs[0])
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the model: %w", err)
	}
	s.exec.SetMaxCache(len(lengths))
	return s, nil
}

// run gives the logits of one pair.
func (s *session) run(in pair, pad int) (logits []float32, err error) {
	defer rescue(&err)
	n := len(in.ids)
	for _, l := range lengths {
		if l >= n {
			n = l
			break
		}
	}
	var given []any
	for _, name := range s.inputs {
		row := make([]int64, n)
		for i := range row {
			switch {
			case name == "input_ids" && i < len(in.ids):
				row[i] = int64(in.ids[i])
			case name == "input_ids":
				row[i] = int64(pad)
			case name == "attention_mask" && i < len(in.ids):
				row[i] = 1
			case name == "token_type_ids" && i < len(in.ids):
				row[i] = int64(in.types[i])
			}
		}
		given = append(given, tensors.FromFlatDataAndDimensions(row, 1, n))
	}
	out, err := s.exec.Exec(given...)
	if err != nil {
		return nil, plain(err)
	}
	if len(out) == 0 {
		return nil, errors.New("it gives no output")
	}
	logits, err = tensors.CopyFlatData[float32](out[0])
	if err != nil {
		return nil, plain(err)
	}
	if len(logits) > 1000 {
		return nil, fmt.Errorf("it gives %d numbers: it is no classifier", len(logits))
	}
	return logits, nil
}

// rescue makes an error of a panic: the libraries below throw.
func rescue(err *error) {
	if r := recover(); r != nil {
		if e, ok := r.(error); ok {
			*err = plain(e)
		} else {
			*err = fmt.Errorf("%.200v", r)
		}
	}
}

// plain is an error on one line, without the trace that some libraries bring along.
func plain(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if len(line) > 300 {
		line = line[:300] + "…"
	}
	return errors.New(line)
}
