package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// draws is what is drawn by chance outside a conversation.
func (a *app) draws() *rand.Rand { return rand.New(rand.NewPCG(a.seed, a.stream())) }

func (a *app) pathCommand() *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print the land's folder", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			path, err := a.landPath()
			if err != nil {
				return err
			}
			if a.json {
				return output.JSON(a.Out, map[string]string{"path": path})
			}
			fmt.Fprintln(a.Out, path)
			return nil
		},
	}
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: usage.AtMost(0),
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return output.JSON(a.Out, map[string]string{"version": a.Version})
			}
			fmt.Fprintln(a.Out, "dormouse "+a.Version)
			return nil
		},
	}
}

// doctorCommand tries what the program needs, and says for each how to mend it.
func (a *app) doctorCommand() *cobra.Command {
	var secrets, redact bool
	c := &cobra.Command{
		Use: "doctor", Short: "Look for what is broken, and say how to mend it", Args: usage.AtMost(0),
		Long: `Tries what the program needs, and says for each thing how to mend it.

With --secrets it looks for credentials in every file of the land, such as older
versions wrote or you wrote by hand, and names where they are; with --redact they are
overwritten there, transcripts and undo images too. That cannot be taken back.`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if redact && !secrets {
				return fault.Misused("--redact goes with --secrets")
			}
			if secrets {
				return a.on(func(p *place) error { return a.findSecrets(p, redact) })
			}
			d := &diagnosis{}
			a.diagnose(cmd, d)
			if a.json {
				if err := output.JSON(a.Out, map[string]any{"ok": d.bad == 0, "checks": d.list}); err != nil {
					return err
				}
			} else {
				d.print(a)
			}
			if d.bad > 0 {
				return &fault.Silent{Code: fault.ExitFound}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&secrets, "secrets", false, "look for credentials in the land's files")
	c.Flags().BoolVar(&redact, "redact", false, "with --secrets: overwrite them on the disk")
	return c
}

// findSecrets lists the credentials in the land's files, or overwrites them.
func (a *app) findSecrets(p *place, redact bool) error {
	if !redact {
		found, err := p.store.Secrets()
		if err != nil {
			return fmt.Errorf("look for credentials: %w", err)
		}
		return a.tellSecrets(memory.Scrubbed{Found: found}, false)
	}
	done, err := p.store.Scrub(a.clock())
	if err != nil {
		return err
	}
	return a.tellSecrets(done, true)
}

func (a *app) tellSecrets(s memory.Scrubbed, redacted bool) error {
	if a.json {
		if s.Found == nil {
			s.Found = []memory.Found{}
		}
		if err := output.JSON(a.Out, map[string]any{"redacted": redacted, "found": s.Found, "files": s.Files, "images": s.Images, "left": s.Left}); err != nil {
			return err
		}
	} else {
		for _, f := range s.Found {
			fmt.Fprintf(a.Out, "%s  %s\n", output.At(f.Path, f.Line), safe.Line(f.What))
		}
		switch {
		case redacted:
			fmt.Fprintf(a.Err, "dormouse: overwritten: %s in %s; %s cleaned\n", output.Plural(len(s.Found), "credential", "credentials"), output.Plural(s.Files, "file", "files"), output.Plural(s.Images, "undo image", "undo images"))
		case len(s.Found) == 0:
			fmt.Fprintln(a.Err, "dormouse: no credentials in the files of the land")
		default:
			fmt.Fprintf(a.Err, "dormouse: %s on the disk\nhint: `dormouse doctor --secrets --redact` overwrites them for good; renew them in any case\n", output.Plural(len(s.Found), "credential lies", "credentials lie"))
		}
	}
	if !redacted && len(s.Found) > 0 || len(s.Left) > 0 {
		return &fault.Silent{Code: fault.ExitFound}
	}
	return nil
}

// examined is one thing that was looked at.
type examined struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Text string `json:"text"`
	Fix  string `json:"fix,omitempty"`
}

type diagnosis struct {
	list []examined
	bad  int
}

func (d *diagnosis) note(name string, err error, text, fix string) {
	e := examined{Name: name, OK: err == nil, Text: text}
	if err != nil {
		e.Text, e.Fix = fault.OneLine(err.Error()), fix
		d.bad++
	}
	d.list = append(d.list, e)
}

func (d *diagnosis) print(a *app) {
	for _, e := range d.list {
		mark := "ok "
		if !e.OK {
			mark = "BAD"
		}
		fmt.Fprintf(a.Out, "%s  %-9s %s\n", mark, e.Name, safe.Line(e.Text))
		if e.Fix != "" {
			fmt.Fprintf(a.Out, "               %s\n", safe.Line(e.Fix))
		}
	}
}

func (a *app) diagnose(cmd *cobra.Command, d *diagnosis) {
	d.note("version", nil, a.Version, "")
	path, err := a.landPath()
	if err != nil {
		d.note("land", err, "", "say where with --land")
		return
	}
	_, err = a.loadConfig(path)
	d.note("config", err, "your own: "+a.userConfig(), "mend the line that is named")
	if err != nil {
		return
	}
	p, err := a.open()
	d.note("land", err, path, "check that the folder exists and is yours: ls -ld "+path)
	if err != nil {
		return
	}
	defer p.close()
	d.note("writing", p.writable(), "the land can be written", "make room, or make the folder writable: chmod u+rwx "+path)
	problems, err := p.store.Check()
	text := "everything holds"
	if len(problems) > 0 {
		text = output.Plural(len(problems), "remark", "remarks") + "; `dormouse memory check` lists them"
	}
	if err == nil {
		err = broken(problems)
	}
	d.note("memory", err, text, "look at `dormouse memory check`")
	b, err := a.brain(cmd.Context(), p, p.config.Model, nil)
	if err == nil {
		text = fmt.Sprintf("%s (%s), window %d from %s", b.Model.Ref(), b.Why, b.Window, b.WindowSource)
	}
	d.note("model", err, text, "`dormouse models` lists what is known")
	if err == nil && b.WindowSource == llm.FromDefault {
		d.note("window", nil, fmt.Sprintf("nothing knows this model's window, %d is taken; set it with --window or in the config", smallWindow), "")
	}
	d.note("derived", nil, ".dormouse/index, .dormouse/calibration.json, .dormouse/limits.json, .dormouse/models.json and .dormouse/tmp can be deleted at any time", "")
}

// broken is an error where a check found more than remarks.
func broken(list []memory.Problem) error {
	n := 0
	for _, x := range list {
		if x.Severity == memory.Broken {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s: `dormouse memory check` lists them", output.Plural(n, "promise is broken", "promises are broken"))
}

// writable tries a small file. Its name means nothing to a person; why it could
// not be written does.
func (p *place) writable() error {
	const probe = land.StateDir + "/tmp/doctor"
	err := disk.WriteFile(p.dir, probe, []byte("ok\n"))
	if err == nil {
		err = p.dir.Remove(probe)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("write into %s: %w", p.dir.Path(), at.Err)
	}
	return err
}
