package index

import (
	"context"
	"strings"

	"github.com/philippgille/chromem-go"
)

// Model makes vectors by a model behind an endpoint, as chromem-go asks for them: by
// OpenAI's embeddings (POST …/v1/embeddings), which many services speak, or by Ollama's
// (POST …/api/embeddings). It connects to nothing before it is asked.
func Model(api, endpoint, key, model string) func(ctx context.Context, text string) ([]float32, error) {
	base := strings.TrimSuffix(endpoint, "/")
	if api == "ollama" {
		return chromem.NewEmbeddingFuncOllama(model, base+"/api")
	}
	return chromem.NewEmbeddingFuncOpenAICompat(strings.TrimSuffix(base, "/v1")+"/v1", key, model, nil)
}
