package memory

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"dormouse/land/disk"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
)

// searchBatch answers one query a line. A line may be plain words or a JSON
// object with "query" and, to be handed back, "qid".
func searchBatch(ctx context.Context, call *program.Call, o searchOptions) error {
	in := call.In
	if o.batch != "-" {
		b, err := disk.ReadHost(o.batch, program.MaxGiven)
		if err != nil {
			return fmt.Errorf("read queries from %s: %w", o.batch, err)
		}
		in = bytes.NewReader(b)
	}
	return call.On(func(p *program.Place) error {
		r := bufio.NewReaderSize(in, 1<<16)
		for {
			line, err := disk.ReadLine(r, program.MaxPiped)
			if text := strings.TrimRight(line, "\r\n"); text != "" || err == nil {
				qid, words := queryLine(text)
				found, searchErr := find(ctx, p, words, o)
				if searchErr != nil {
					return searchErr
				}
				found.QID = qid
				if writeErr := output.JSON(call.Out, found); writeErr != nil {
					return writeErr
				}
			}
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return fmt.Errorf("read queries: %w", err)
			}
		}
	})
}

// queryLine reads a line of --batch: words, or {"qid", "query"}.
func queryLine(line string) (qid, words string) {
	if !strings.HasPrefix(line, "{") {
		return "", line
	}
	var q struct {
		QID   string  `json:"qid"`
		Query *string `json:"query"`
	}
	if json.Unmarshal([]byte(line), &q) != nil || q.Query == nil {
		return "", line
	}
	return q.QID, *q.Query
}
