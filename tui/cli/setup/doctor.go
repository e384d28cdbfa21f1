package setup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"dormouse/land"
	"dormouse/land/disk"
	"dormouse/memory"
	"dormouse/runtime/llm"
	"dormouse/tui/cli/fault"
	"dormouse/tui/cli/model"
	"dormouse/tui/cli/output"
	"dormouse/tui/cli/program"
	"dormouse/tui/cli/usage"
	"dormouse/tui/safe"
)

// DoctorCommand tries what the program needs, and says for each how to mend it.
func DoctorCommand(call *program.Call) *cobra.Command {
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
				return call.On(func(p *program.Place) error { return findSecrets(p, redact) })
			}
			d := &diagnosis{}
			diagnose(cmd.Context(), call, d)
			if call.JSON {
				if err := output.JSON(call.Out, map[string]any{"ok": d.bad == 0, "checks": d.list}); err != nil {
					return err
				}
			} else {
				d.print(call.Out)
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

func (d *diagnosis) print(out io.Writer) {
	for _, e := range d.list {
		mark := "ok "
		if !e.OK {
			mark = "BAD"
		}
		fmt.Fprintf(out, "%s  %-9s %s\n", mark, e.Name, safe.Line(e.Text))
		if e.Fix != "" {
			fmt.Fprintf(out, "               %s\n", safe.Line(e.Fix))
		}
	}
}

func diagnose(ctx context.Context, call *program.Call, d *diagnosis) {
	d.note("version", nil, call.Version, "")
	path, err := call.LandPath()
	if err != nil {
		d.note("land", err, "", "say where with --land")
		return
	}
	_, err = call.LoadConfig(path)
	d.note("config", err, "your own: "+call.UserConfig(), "mend the line that is named")
	if err != nil {
		return
	}
	p, err := call.Open()
	d.note("land", err, path, "check that the folder exists and is yours: ls -ld "+path)
	if err != nil {
		return
	}
	defer p.Close()
	d.note("writing", writable(p), "the land can be written", "make room, or make the folder writable: chmod u+rwx "+path)
	d.note("edits", nil, edits(ctx, p), "")
	problems, err := p.Store.Check()
	text := "everything holds"
	if len(problems) > 0 {
		text = output.Plural(len(problems), "remark", "remarks") + "; `dormouse memory check` lists them"
	}
	if err == nil {
		err = broken(problems)
	}
	d.note("memory", err, text, "look at `dormouse memory check`")
	b, err := p.Models().Open(ctx, p.Config.Model, nil)
	if err == nil {
		text = fmt.Sprintf("%s (%s), window %d from %s", b.Model.Ref(), b.Why, b.Window, b.WindowSource)
	}
	d.note("model", err, text, "`dormouse models` lists what is known")
	if err == nil && b.WindowSource == llm.FromDefault {
		d.note("window", nil, fmt.Sprintf("nothing knows this model's window, %d is taken; set it with --window or in the config", model.SmallWindow), "")
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

// probe is a small file that is written, and goes again.
const probe = land.StateDir + "/tmp/doctor"

// writable tries a small file. Its name means nothing to a person; why it could
// not be written does.
func writable(p *program.Place) error {
	err := disk.WriteFile(p.Dir, probe, []byte("ok\n"))
	if err == nil {
		err = p.Dir.Remove(probe)
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		return fmt.Errorf("write into %s: %w", p.Dir.Path(), at.Err)
	}
	return err
}

// edits says how soon a chat sees what is changed by hand: whether the system tells of
// it, and does so of a small file.
func edits(ctx context.Context, p *program.Place) string {
	const told = "a chat sees what you change by hand "
	w := disk.NewWatch(p.Dir, land.StateDir+"/tmp")
	defer w.Close()
	if why := w.Looks(); why != nil {
		return told + "within a second, by looking: " + fault.OneLine(why.Error())
	}
	ctx, stop := context.WithTimeout(ctx, toldWithin)
	defer stop()
	defer func() { _ = p.Dir.Remove(probe) }() // the next look writes over what is left
	if disk.WriteFile(p.Dir, probe, []byte("ok\n")) != nil || w.Wait(ctx) != nil || w.Looks() != nil {
		return told + "within half a minute: the system told nothing of a file that was written"
	}
	return told + "at once"
}

// toldWithin is how soon the system must tell of a change.
const toldWithin = 5 * time.Second
