package secret

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// The credentials here are drawn when the test runs: none of them stands in the
// source, and none opens anything.

const (
	hex    = "0123456789abcdef"
	small  = "abcdefghijklmnopqrstuvwxyz0123456789"
	base62 = small + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	url64  = base62 + "-_"
	base64 = base62 + "+/"
	digit  = "0123456789"
)

// form draws what a pattern says: "ghp_{62:36}" is that text and 36 of base62.
func form(r *rand.Rand, pattern string) string {
	sets := map[string]string{"h": hex, "s": small, "62": base62, "32": base32, "U": upper, "u": url64, "64": base64, "d": digit}
	var b strings.Builder
	for {
		text, rest, ok := strings.Cut(pattern, "{")
		b.WriteString(text)
		if !ok {
			return b.String()
		}
		var set string
		var n int
		spec, rest, _ := strings.Cut(rest, "}")
		name, count, _ := strings.Cut(spec, ":")
		fmt.Sscan(count, &n)
		if set = sets[name]; set == "" { // a brace of the text
			b.WriteString("{")
			_, pattern, _ = strings.Cut(pattern, "{")
			continue
		}
		for range n {
			b.WriteByte(set[r.IntN(len(set))])
		}
		pattern = rest
	}
}

// credentials are the patterns of testdata/credentials.txt.
var credentials = patterns("testdata/credentials.txt")

func patterns(file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		panic(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" && !strings.HasPrefix(line, "# ") {
			out = append(out, line)
		}
	}
	return out
}

// cut takes a drawn line apart: the text, and what of it must go.
func cut(line string) (text string, must []string) {
	line = strings.ReplaceAll(line, `\n`, "\n")
	before, rest, marked := strings.Cut(line, "‹")
	if !marked {
		return line, []string{line}
	}
	value, after, _ := strings.Cut(rest, "›")
	return before + value + after, []string{strings.Trim(value, `"`)}
}

func TestCredentialsAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	tried, missed, broken, failed := 0, 0, 0, map[string]bool{}
	for _, pattern := range credentials {
		for range 5 {
			text, must := cut(form(r, pattern))
			frames := []string{"%"}
			if !strings.Contains(pattern, "‹") {
				frames = []string{"%", "use % for that.", "(%)", "\"%\",", "KEY=%", "look: %\nand more", "%, then % again"}
			}
			for _, frame := range frames {
				tried++
				in := strings.ReplaceAll(frame, "%", text)
				got := Redact(in)
				for _, m := range must {
					if leaks(got, m) {
						if missed++; !failed[pattern] {
							failed[pattern] = true
							t.Errorf("%s: %q in %q became %q", pattern, m, in, got)
						}
					}
				}
				if again := Redact(got); again != got {
					broken++
					t.Errorf("%s: redacted twice, %q became %q", pattern, got, again)
				}
			}
		}
	}
	t.Logf("guarantee 27: %d shapes of credentials, %d instances, %d missed, %d changed by a second pass", len(credentials), tried, missed, broken)
}

// leaks tells whether a part of a credential that would be of use is left.
func leaks(got, m string) bool {
	n := min(len(m), 12)
	for i := 0; i+n <= len(m); i++ {
		if strings.Contains(got, m[i:i+n]) && !strings.Contains("-----BEGIN RSA PRIVATE KEY----------END", m[i:i+n]) {
			return true
		}
	}
	return false
}

// lookalikes are no credentials: not one byte of them may change.
var lookalikes = strings.Split(strings.TrimSpace(`
commit {h:40}
{h:40}
{h:64}
{h:7}..{h:7}
sha256:{h:64}
sha256-{64:43}=
sha512-{64:86}==
MD5 (a.iso) = {h:32}
ETag: "{h:32}"
{h:8}-{h:4}-4{h:3}-a{h:3}-{h:12}
urn:uuid:{h:8}-{h:4}-4{h:3}-a{h:3}-{h:12}
request id {h:8}-{h:4}-4{h:3}-a{h:3}-{h:12}
01{U:24}
507f1f77bcf86cd7{h:8}
"integrity": "sha512-{64:86}=="
golang.org/x/text v0.42.0 h1:{64:43}=
go.sum: github.com/a/b v1.2.3/go.mod h1:{64:43}=
data:image/png;base64,iVBORw0KGgo{64:300}
data:font/woff2;base64,d09GMgAB{64:200}
![x](data:image/gif;base64,R0lGODlh{64:160})
{64:76}
/9j/4AAQSkZJRgABAQ{64:200}
<svg d="M10 10L20 20 Z" id="{62:12}">
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{64:43} ana@laptop
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB{64:200} ana@laptop
-----BEGIN CERTIFICATE-----\n{64:64}\n-----END CERTIFICATE-----
-----BEGIN PUBLIC KEY-----\n{64:64}\n-----END PUBLIC KEY-----
-----BEGIN PGP MESSAGE-----\n\n{64:64}\n-----END PGP MESSAGE-----
age1{s:58}
SHA256:{64:43} fingerprint
bitcoin bc1q{s:38}
0x{h:40}
QmYwAPJzv5CZsnA{62:31}
magnet:?xt=urn:btih:{h:40}
https://example.com/watch?v={u:11}
https://example.com/a/{u:22}?ref={62:8}
https://docs.example.com/d/1{u:43}/edit
https://user@example.com/repo.git
git@github.com:acme/app.git
ssh://git@example.com:22/acme/app
http://localhost:8080/a@b
postgres://$USER:$PASSWORD@localhost/app
postgres://user:password@localhost:5432/app
mysql://user:<password>@host
https://{h:32}.ingest.example.com/{d:7}
s3://bucket/path/{h:32}/part-00001.parquet
arn:aws:iam::{d:12}:role/Admin
projects/acme-{d:6}/locations/eu
tracking number 1Z{U:16}
ISBN 978-3-16-148410-0
IBAN DE89 3704 0044 0532 0130 00
VIN 1HGCM82633A{d:6}
card ends in {d:4}
order {d:12} from 2026-11-22
phone +49 30 {d:8}
2026-11-22T09:00:00.{d:9}Z
192.168.178.{d:2}:8080
fe80::1ff:fe23:4567:890a
v1.26.0-rc.{d:1}+build.{h:8}
dormouse-v0.4.{d:2}-linux-amd64.tar.gz
night n-20261122-{s:6}
- The dentist is at 15:30 ^k{s:5}
(until 2026-01-02 → ^{s:6})
K7F3A2 ^k7f3a2
sk-learn-gradient-boosting-guide-for-beginners
sk-SK and cs-CZ are locales
the task-management-and-planning-2026 board
risk-adjusted-return-on-capital-1234567
desk-1234567890123456789012
AKIAH is a name
AIzaac Newton
ghp_short
xoxo-love
hf_transfer and npm_config_registry
eyJust a word.eyJ
key-value-store-with-transactions-2026
pk_fields_of_the_table_users
re_render_when_the_state_changes_again
secret_santa_list_of_the_office_2026
pat the dog and go
The password is wrong.
my password is too long
My password is not accepted
I forgot my password
the password was reset yesterday
password: required
password: string
"password": null
password = os.environ["DB_PASSWORD"]
password = getpass.getpass()
password: ${DB_PASSWORD}
PASSWORD=<your password>
DB_PASSWORD=********
if password == other {
password: process.env.PASSWORD
the token budget is 200000 tokens
token count: 12345678
a token is about four characters
tokens used: 1,234,567 of 2,000,000
max_tokens: 4096
token_type: bearer
"prompt_tokens": 1234567890
the secret of good bread is patience
It is a secret recipe from grandmother
secret: true
api_key: YOUR_API_KEY_HERE_PLEASE
api_key=xxxxxxxxxxxxxxxxxxxx
key: value
the key is under the mat
Ctrl+Shift+K is the key for it
author: Ana
authorization: none
Basic income is discussed
basic understanding of German
Bearer of bad news
bearer_of_good_news_2026
cookie: theme=dark; lang=en
a cookie recipe with 200g sugar
login ana, then type your password twice
The seed phrase was on paper
PWD=/home/ana/src
The Wi-Fi password is hunter2.
The door code is {d:4}
The alarm code at work is {d:6}
My PIN is {d:4}
das WLAN-Passwort ist Sommer{d:4}
the code of the garage is {d:4}
日本語のsk-テキスト
The meeting about passwords is on Tuesday at 10
def test_password_is_hashed_with_bcrypt(self):
func TestTokenBucketRefillsAtRate(t *testing.T) {
class PasswordResetTokenGenerator(object):
import { TokenService } from "./token.service"
$2b$12$ is how bcrypt hashes begin
{"type":"message","id":"m12","role":"user","content":"hello"}
{"tokens":123,"id":"call_m12_memory_search","name":"memory_search"}
[redacted: api key] stood here
- Assistant: My password for the build server is ^e{s:5}
password: [redacted: password]
the token github.com/acme/app-{h:8} was renamed
password hash sha256:{h:64}
password PBKDF2WithHmacSHA256 rounds
the secret TestTokenBucketRefillsAtRate tells
the key_length of a token is 256
What is my password?
what was my password again
my password is what again?
the password is what?
my password is which one?
password: what?
Is my password swordfish?
Do you know whether my password is swordfish?
Passwort: wie war das nochmal?
Mein Passwort lautet wie?
Wie lautet mein Passwort?
mein Passwort ist welches
Weißt du, ob das Passwort Sommer ist?
Quel est mon mot de passe ?
mon mot de passe est quoi
mon mot de passe est lequel ?
mi contraseña es cuál?
mi contraseña es cual
¿Mi contraseña es sol?
Qual è la mia password?
la mia password è quale?
la mia password è cosa
minha senha é qual?
minha senha é qual
mijn wachtwoord is wat ook alweer?
mijn wachtwoord is welke
moje hasło to jakie?
мой пароль это какой?
мой пароль это какой
пароль — какой?
パスワードは何だっけ
パスワードは何ですか？
ルーターのパスワードは何でしたか
パスワードはどこに書いたっけ
パスワードは変更しました
パスワードは忘れました
パスワードは大文字を含みます
パスワードはiPhoneに保存してあります
パスワード：何？
密码是什么？
密码是什么来着
我的密码是多少
密码是不是错了
密码是错的
비밀번호는 뭐였지?
비밀번호는 무엇인가요
비밀번호는 변경했습니다
session 01kjpwd6m7q2hmvegx3aqxknfm is from 2026-03-02
01kjpwd{s:4}: hunter{d:2}
^pwd{s:3} is hunter{d:2}
^kpwdx{d:1}: Sommer{d:2}
commit 3f{s:4}token7{s:9} is {62:32}
tests_passed: {d:4}
tests_passed={d:4}
rows_passing=true{d:2}
Resenha: Saramago{d:4}
a resenha é ótima{d:1}
Passwordless login is hunter{d:1} safe
mein Passwortmanager ist Bitwarden{d:1}
Passwortmanager: KeePass{d:1}
my tokenizer is {62:32}
{"kind":"password","text":"my dog is rex{d:2}"}
[{'kind': 'password', 'text': 'my dog is rex{d:2}'}]
the log says {"a":"no pwd","b":"it is rex{d:2}"}
`), "\n")

func TestLookalikesStay(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	tried, changed := 0, 0
	for _, pattern := range lookalikes {
		for n := range 20 {
			text, _ := cut(form(r, pattern))
			tried++
			if got := Redact(text); got != text {
				if changed++; n < 1 || changed < 20 {
					t.Errorf("%s: %q became %q", pattern, text, got)
				}
			}
		}
	}
	t.Logf("guarantee 27: %d look-alikes, %d instances, %d changed", len(lookalikes), tried, changed)
}

// TestUnmarked: the sentence that a credential was taken out of goes, and no other.
func TestUnmarked(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"my key is " + Mark("api key"), ""},
		{"The boiler is old. My key is " + Mark("api key") + " for now. Ring Ada", "The boiler is old. Ring Ada"},
		{"a\nPASSWORD=" + Mark("password") + "\nb", "a\nb"},
		{"nothing here", "nothing here"}, {"cut off " + markBegin, ""},
	} {
		if got := strings.Join(strings.Fields(Unmarked(c.text)), " "); got != strings.Join(strings.Fields(c.want), " ") {
			t.Errorf("%q: %q", c.text, got)
		}
	}
}
