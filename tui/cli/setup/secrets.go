package setup

import (
	"fmt"

	"dormouse/memory"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/safe"
)

// findSecrets lists the credentials in the land's files, or overwrites them.
func findSecrets(p *program.Place, redact bool) error {
	if !redact {
		found, err := p.Store.Secrets()
		if err != nil {
			return fmt.Errorf("look for credentials: %w", err)
		}
		return tellSecrets(p.Call, memory.Scrubbed{Found: found}, false)
	}
	done, err := p.Store.Scrub(p.Clock())
	if err != nil {
		return err
	}
	return tellSecrets(p.Call, done, true)
}

func tellSecrets(call *program.Call, s memory.Scrubbed, redacted bool) error {
	if call.JSON {
		if s.Found == nil {
			s.Found = []memory.Found{}
		}
		if err := output.JSON(call.Out, map[string]any{"redacted": redacted, "found": s.Found, "files": s.Files, "images": s.Images, "left": s.Left}); err != nil {
			return err
		}
	} else {
		for _, f := range s.Found {
			fmt.Fprintf(call.Out, "%s  %s\n", output.At(f.Path, f.Line), safe.Line(f.What))
		}
		switch {
		case redacted:
			fmt.Fprintf(call.Err, "dormouse: overwritten: %s in %s; %s cleaned\n", output.Plural(len(s.Found), "credential", "credentials"), output.Plural(s.Files, "file", "files"), output.Plural(s.Images, "undo image", "undo images"))
		case len(s.Found) == 0:
			fmt.Fprintln(call.Err, "dormouse: no credentials in the files of the land")
		default:
			fmt.Fprintf(call.Err, "dormouse: %s on the disk\nhint: `dormouse doctor --secrets --redact` overwrites them for good; renew them in any case\n", output.Plural(len(s.Found), "credential lies", "credentials lie"))
		}
	}
	if !redacted && len(s.Found) > 0 || len(s.Left) > 0 {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}
