package fault

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"dormouse/land"
	"dormouse/land/config"
	"dormouse/land/disk"
	"dormouse/land/transcript"
	"dormouse/land/transcript/foreign"
	"dormouse/land/transcript/foreign/sqlite"
	"dormouse/land/transcript/media"
	"dormouse/memory"
	"dormouse/memory/document"
	"dormouse/memory/plan"
	"dormouse/memory/search/index"
	"dormouse/runtime"
	"dormouse/runtime/gitsync"
	"dormouse/runtime/llm"
	"dormouse/runtime/llm/embed"
	"dormouse/runtime/llm/key"
	"dormouse/runtime/llm/provider"
	"dormouse/runtime/session"
	"dormouse/sleep"
	"dormouse/sleep/night"
	"dormouse/sleep/replay"
	"dormouse/summarize"
	"dormouse/summarize/asking"
)

// remedy is what a person can do about one kind of error.
type remedy struct {
	is   func(error) bool
	code int
	name string // stable, for --json
	hint string
}

// known is the table of errors, the more particular ones first: each part is about what
// its name says. A test walks every exported sentinel of the folders to the
// left and wants it here.
func known() []remedy {
	return slices.Concat(ofProviders(), ofSettings(), ofImports(), ofTurns(), ofNights(), ofSessions(), ofSync(), ofMemory(), ofLand())
}

// ofProviders are about what a provider answers, and how it is reached.
func ofProviders() []remedy {
	return []remedy{
		{spent, ExitProvider, "no_credit", "the account has no credit left: top it up at the provider's, or take another model (/model, --model); your message is kept"},
		{ofKind(llm.Auth), ExitProvider, "auth", "/connect in the chat takes a key; so do ANTHROPIC_API_KEY and its like, and key_command in your config; `dormouse doctor` shows what is found"},
		{ofKind(llm.NotFound), ExitProvider, "unknown_model", "`dormouse models` lists known models; --model takes PROVIDER/NAME"},
		{ofKind(llm.RateLimited), ExitProvider, "rate_limit", "wait a little and try again; your message is kept"},
		{ofKind(llm.Overloaded), ExitProvider, "overloaded", "the provider has trouble; try again later, your message is kept"},
		{ofKind(llm.Unreachable), ExitProvider, "unreachable", "does the server run, and is there a network? --offline uses the built-in engine"},
		{ofKind(llm.Incomplete), ExitProvider, "incomplete", "the reply was cut; what arrived is kept"},
		{ofKind(llm.TooLong), ExitProvider, "too_long", "the provider's window is smaller than thought; set it with --window"},
		{ofKind(llm.BadRequest), ExitProvider, "bad_request", "check --model and --base-url"},
		{ofKind(llm.Garbage), ExitProvider, "garbage", "the server speaks another protocol; check --base-url"},
		{sentinel(key.ErrCommand), ExitUsage, "key_command", "run the command by hand and see what it says"},
		{sentinel(key.ErrKept), ExitUsage, "kept_key", "/connect in the chat keeps it anew; `dormouse config unset providers.NAME.key_in` forgets where it was"},
		{sentinel(provider.ErrUnknown), ExitUsage, "unknown_provider", "providers: " + vendors() + ", offline; any other with --base-url"},
		{sentinel(embed.ErrNone), ExitUsage, "no_embeddings", "set memory.embeddings_model to PROVIDER/NAME of a model that has them, or memory.embeddings = false"},
	}
}

// vendors are the names of all providers.
func vendors() string {
	var names []string
	for _, v := range llm.Vendors() {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// ofSettings are about the config.
func ofSettings() []remedy {
	return []remedy{
		{sentinel(config.ErrConfig), ExitUsage, "config", "`dormouse config list` shows every key with its value and range, `dormouse config edit` opens your file"},
	}
}

// ofImports are about other programs' histories.
func ofImports() []remedy {
	return []remedy{
		{sentinel(sqlite.ErrDamaged), ExitFailed, "damaged_database", "`llm logs path` says where llm keeps its own; a copy made with sqlite3's .backup is whole"},
		{sentinel(foreign.ErrUnknown), ExitFailed, "unknown_format", "known are " + foreign.Names()},
	}
}

// ofTurns are about a turn.
func ofTurns() []remedy {
	return []remedy{
		{sentinel(runtime.ErrTooLarge), ExitFailed, "message_too_large", "send it in parts, or use a model with a larger --window"},
		{sentinel(runtime.ErrFull), ExitFailed, "context_full", "`dormouse status` shows which part cannot shrink; begin a new session, or use a larger --window"},
		{sentinel(runtime.ErrSteps), ExitFailed, "too_many_steps", "say more precisely what is wanted, and send it again"},
		{sentinel(llm.ErrRunaway), ExitFailed, "reply_too_long", "what came is kept; the server does not honour the limit of a reply, `config set reply` changes it"},
		{sentinel(runtime.ErrEmpty), ExitFailed, "empty_reply", "your message is kept; `dormouse retry` sends it again"},
		{sentinel(runtime.ErrDeclined), ExitFailed, "declined", "your message is kept; say it in other words, or ask another model (/model, --model)"},
		{sentinel(runtime.ErrNothing), ExitFailed, "nothing_to_retry", "write a message instead"},
		{sentinel(runtime.ErrUnsaved), ExitLand, "unsaved", "make room on the disk; what waits is saved with the next message"},
	}
}

// ofNights are about a night.
func ofNights() []remedy {
	return []remedy{
		{sentinel(night.ErrStale), ExitFailed, "stale_plan", "make a new plan with `dormouse sleep --dry-run`"},
		{sentinel(night.ErrNothingSaid), ExitFailed, "nothing_said", "say something first; what was said is slept over"},
		{sentinel(night.ErrSurvival), ExitFailed, "survival", "allow more with --keep, lower sleep.floor, or sleep without --strict"},
		{sentinel(night.ErrRecall), ExitFailed, "recall", "allow more with --keep, lower sleep.recall_floor, or sleep without --strict"},
		{sentinel(night.ErrUnrecorded), ExitFailed, "unrecorded", "only nights whose answers, session and undo image are still there can be run again"},
		{sentinel(sleep.ErrAsleep), ExitLand, "asleep", "wait until the running night has ended"},
		{sentinel(sleep.ErrCooldown), ExitFailed, "cooldown", "wait as many minutes as it says"},
		{sentinel(sleep.ErrActivity), ExitFailed, "activity", "talk a little longer first"},
		{sentinel(sleep.ErrRequest), ExitUsage, "sleep_request", "see `dormouse sleep --help`"},
		{sentinel(replay.ErrMind), ExitFailed, "mind", "what memory says is not touched; move .dormouse/mind.json away"},
		{sentinel(summarize.ErrStrategy), ExitUsage, "strategy", "known are " + strings.Join(summarize.Names(), ", ")},
		{sentinel(asking.ErrTooLong), ExitFailed, "night_too_long", "use a model with a larger window for nights (sleep.model), or sleep.engine = \"offline\""},
		{sentinel(asking.ErrBudget), ExitFailed, "night_budget", "raise sleep.budget_calls, sleep.budget_tokens or sleep.budget_cost, or set sleep.engine = \"offline\""},
		{sentinel(asking.ErrAnswer), ExitProvider, "night_answer", "take another model for nights (sleep.model), or sleep.engine = \"offline\""},
	}
}

// ofSessions are about the transcripts.
func ofSessions() []remedy {
	return []remedy{
		{sentinel(media.ErrMedia), ExitFailed, "media", "PNG, JPEG, GIF, WebP and PDF can be sent; attach it again"},
		{sentinel(transcript.ErrNoMessage), ExitFailed, "no_message", "`dormouse sessions show ID --json` lists the messages"},
		{sentinel(transcript.ErrAmbiguous), ExitFailed, "ambiguous_id", "type more of the id"},
		{sentinel(transcript.ErrID), ExitUsage, "session_id", "`dormouse sessions list` shows the sessions"},
		{sentinel(transcript.ErrGone), ExitLand, "session_gone", "the session's file was removed while it was open; begin a new session"},
		{sentinel(transcript.ErrBroken), ExitLand, "session_broken", "make room on the disk and open the session again with -c"},
		{sentinel(transcript.ErrTooLong), ExitFailed, "line_too_long", "send it in parts"},
		{sentinel(transcript.ErrDuplicate), ExitFailed, "duplicate_id", "this is a mistake of the program; please report it"},
		{sentinel(transcript.ErrRecord), ExitFailed, "record", "this is a mistake of the program; please report it"},
	}
}

// ofSync are about a sync.
func ofSync() []remedy {
	return []remedy{
		{sentinel(gitsync.ErrNoGit), ExitFailed, "no_git", "install git (https://git-scm.com), and set it up as for any repository"},
		{sentinel(gitsync.ErrRefused), ExitFailed, "remote_refused", "try `git push` in the land's folder (`dormouse path`): your key or password has to work there first"},
		{sentinel(gitsync.ErrUnreachable), ExitFailed, "remote_unreachable", "check the address (`git remote -v` in the land's folder) and the network; `dormouse sync --offline` only commits"},
		{sentinel(gitsync.ErrOther), ExitFailed, "remote_other", "name an empty repository, or one that another machine's land was pushed to"},
		{sentinel(gitsync.ErrInside), ExitFailed, "inside_repository", "commit and pull that repository with git, or choose a land outside of it with --land"},
		{sentinel(gitsync.ErrUnderWay), ExitFailed, "git_under_way", "finish it with git in the land's folder (`git status` says how), then sync again"},
		{sentinel(gitsync.ErrDirty), ExitFailed, "uncommitted", "commit or stash it with git in the land's folder, then sync again"},
		{sentinel(gitsync.ErrLink), ExitFailed, "remote_link", "take it out of the repository: sync takes plain files only"},
		{sentinel(gitsync.ErrSecret), ExitFound, "credential", "`dormouse doctor --secrets` shows it, with --redact it is overwritten; renew it in any case"},
		{sentinel(gitsync.ErrMarkers), ExitFound, "conflict_markers", "edit the file: keep what is right and delete the lines <<<<<<<, ======= and >>>>>>>"},
		{sentinel(gitsync.ErrRemote), ExitUsage, "which_remote", "`git remote set-url NAME ADDRESS` in the land's folder changes it; `git remote` lists the names that sync takes"},
		{sentinel(gitsync.ErrRejected), ExitFailed, "remote_rejected", "try again in a moment; a remote with files of its own checked out takes no push: use a bare one (`git init --bare`)"},
	}
}

// ofMemory are about what is remembered.
func ofMemory() []remedy {
	return []remedy{
		{sentinel(document.ErrNoEntry), ExitFailed, "no_entry", "find it with `dormouse memory search`; write PATH:LINE or ^ID"},
		{sentinel(document.ErrHandWritten), ExitFailed, "by_hand", "the line is yours: change it in your editor"},
		{sentinel(plan.ErrEmptied), ExitFailed, "emptied", "--yes does it all the same; `dormouse memory undo` brings it back"},
		{sentinel(plan.ErrTakenOut), ExitFailed, "taken_out", "a person may say it again: `dormouse memory save`"},
		{sentinel(memory.ErrPrivate), ExitFailed, "private", "/keep makes the talk a session, which may remember"},
		{sentinel(memory.ErrForeign), ExitFailed, "not_typed", "save it to the log with memory_save: MEMORY.md holds what people say themselves"},
		{sentinel(document.ErrStructure), ExitFailed, "structure", "the file's Markdown leaves no safe place; look for an unclosed fence or comment"},
		{sentinel(memory.ErrEmpty), ExitUsage, "empty", "give a text"},
		{sentinel(memory.ErrNoLine), ExitFailed, "no_line", "`dormouse memory get PATH` prints the file from its first line"},
		{sentinel(memory.ErrOutside), ExitUsage, "outside", "only MEMORY.md, memory/ and, to read, sessions/ can be named"},
		{sentinel(index.ErrDamaged), ExitFailed, "damaged_index", "it is made anew by itself; .dormouse/index can be deleted at any time"},
	}
}

// ofLand are about the land and its files.
func ofLand() []remedy {
	return []remedy{
		{sentinel(land.ErrPending), ExitLand, "pending", "nothing is lost: the journal is written, and the next start finishes it"},
		{sentinel(land.ErrUTF16), ExitLand, "utf16", "nothing was changed; save the file as UTF-8 in your editor, or: iconv -f UTF-16 -t UTF-8"},
		{sentinel(land.ErrHalf), ExitLand, "half_written", "nothing was changed; save it in your editor and try again in a few seconds"},
		{sentinel(land.ErrUnwritable), ExitLand, "unwritable", "make room on the disk, or make the folder writable; reading and search work meanwhile"},
		{sentinel(land.ErrUndone), ExitFailed, "undone", "`dormouse memory log` shows what is taken back"},
		{sentinel(land.ErrUnknown), ExitFailed, "unknown_transaction", "`dormouse memory log` lists what can be taken back; a night of another machine is taken back there, and what is older than undo.keep days stands"},
		{sentinel(land.ErrTx), ExitFailed, "transaction", "this is a mistake of the program; please report it"},
		{refusedByDisk, ExitLand, "unwritable", "make room on the disk, or make the folder writable; reading and search work meanwhile"},
		{sentinel(session.ErrOpen), ExitLand, "busy", "go on in the program that has it open, which sleeps over it, too; or close it there"},
		{sentinel(disk.ErrBusy), ExitLand, "busy", "another dormouse is at work on this land; try again in a moment"},
		{sentinel(disk.ErrOutside), ExitUsage, "outside", "only files inside the land can be named"},
		{sentinel(disk.ErrNotRegular), ExitLand, "not_regular", "put a plain file in its place: links, pipes and devices are not followed"},
		{sentinel(disk.ErrRange), ExitLand, "changed", "the file changed meanwhile; try again"},
		{sentinel(disk.ErrTooLarge), ExitFailed, "too_large", "split the file"},
		{sentinel(disk.ErrChanged), ExitLand, "changed", "somebody else is writing the file; try again"},
		{sentinel(fs.ErrNotExist), ExitFailed, "not_found", "check the name; `dormouse path` is the folder that memory's files are in"},
		{sentinel(fs.ErrPermission), ExitLand, "permission", "check who owns the file: ls -l"},
	}
}

// refusedByDisk leaves a lack of permission to its own hint.
func refusedByDisk(err error) bool { return disk.Refused(err) && !errors.Is(err, fs.ErrPermission) }

func sentinel(s error) func(error) bool {
	return func(err error) bool { return errors.Is(err, s) }
}

func ofKind(k llm.Kind) func(error) bool {
	return func(err error) bool {
		var e *llm.Error
		return errors.As(err, &e) && e.Kind == k
	}
}

// spent is what a provider refuses for want of credit, with whatever status.
func spent(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Spent
}
