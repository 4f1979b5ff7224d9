package onnx

import "assay/gates/judge"

func Open(dir, name string) (judge.Asker, error) { return nil, nil }

func Look(dir string) (string, error) { return "", nil }
