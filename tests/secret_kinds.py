"""Secrets for tests, each in a command as people write them. None of them opens anything."""

import random
import re
import shlex
import string
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["KINDS", "Kind"]

WORDS = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
TOKEN = re.compile(r"\{([whu]):([^:}]*):([0-9]+)\}")
UPPER = string.ascii_uppercase + "234567"


@dataclass(frozen=True)
class Kind:
    """A text of the shell with a secret in it, and what must not be found of it."""

    name: str
    text: str
    secret: str

    @property
    def words(self) -> list[str] | None:
        """The words of the command, if it is one without anything of the shell's."""
        return None if set("|<>;&$(){}\n`*") & set(self.text) else shlex.split(self.text)


# A name, and a command. In the place of `{}` stands a word that only its place makes a secret; in that of `{x:…}` a
# token with this beginning and so many characters of an alphabet: `w`ords, `h`ex digits, `u`pper letters.
TEXTS = """
url | curl https://me:{}@example.org/x
url without user | redis-cli -u redis://:{}@db:6379
database url | psql postgres://app:{}@db/app
git url | git clone https://oauth2:{}@gitlab.example/a/b
account without scheme | connect app:{}@db.example.org
curl -u | curl -u me:{} https://example.org
curl, flags and -u | curl -sSu me:{} https://example.org
curl --proxy-user | curl --proxy-user=me:{} https://example.org
curl cookie | curl -b 'sid={}; theme=dark' https://example.org
api key header | curl -H "X-Api-Key: {}" https://example.org
authorization header | curl -H 'Authorization: Bearer {}' https://example.org
basic header | curl -H 'Authorization: Basic {}=' https://example.org
header of its own | wget --header="PRIVATE-TOKEN: {}" https://example.org
form | curl -d 'user=a&password={}' https://example.org
json | curl -d '{"user":"a","password":"{}"}' https://example.org
json in double quotes | curl -d "{\\"client_secret\\": \\"{}\\"}" https://example.org
parameter | curl 'https://example.org/?access_token={}&page=2'
signature | curl 'https://a.example/c?sv=2020&sig={}%3D'
variable before | PGPASSWORD={} psql -h db
variable of env | env MYSQL_PWD={} mysql
export | export API_KEY='{}'
variable used | P={}; curl -u "me:$P" https://example.org
ansi quoted | export DB_PASSWORD=$'{}'
option | tool --api-key {} run
option with equals | tool --auth-token={} run
option with one dash | vault login -token {}
mysql | mysql -uroot -p{} app
mysql below docker | docker exec db mysql -uroot -p'{}' app
sshpass | sshpass -p {} ssh -p 22 host
docker login | docker login -u me -p {} registry
password from stdin | echo {} | docker login -u me --password-stdin
token from stdin | echo "{}" | gh auth login --with-token
sudo -S | printf '%s' {} | sudo -S true
here-string | docker login --password-stdin <<< {}
chpasswd | echo "me:{}" | chpasswd
here-document | chpasswd <<END\\nme:{}\\nEND
dot env | cat > .env <<END\\nDB_PASSWORD={}\\nEND
yaml | cat > c.yml <<END\\ndb:\\n  password: {}\\nEND
redis | redis-cli -a {} ping
mongo | mongosh -u a -p {} db
openssl | openssl enc -aes-256-cbc -pass pass:{} -in f
htpasswd | htpasswd -nbB me {}
ldap | ldapsearch -x -D cn=a -w {}
smb | smbclient //h/s -U me%{}
zip | zip -P {} a.zip f
7z | 7z a -p{} a.7z f
aws setting | aws configure set aws_secret_access_key {}
helm | helm upgrade x y --set db.password={}
kubectl | kubectl create secret generic s --from-literal=k={}
gh secret | gh secret set X --body {}
npm | npm config set //registry.example/:_authToken {}
git header | git -c http.extraHeader="Authorization: Basic {}" fetch
sql | mysql -e "CREATE USER a IDENTIFIED BY '{}'"
netrc | echo "machine h login u password {}" >> ~/.netrc
python | python3 -c "requests.get(u, auth=('me', '{}'))"
nested | bash -c "sh -c 'curl -u me:{} https://example.org'"
connection string | run "AccountName=a;AccountKey={};EndpointSuffix=x"
github | run {w:ghp_:36}
github, fine | run {w:github_pat_:60}
gitlab | run {w:glpat-:20}
aws key | run {u:AKIA:16}
openai | run {w:sk-proj-:40}
stripe | run {w:sk_live_:24}
slack | run {w:xoxb-:24}
npm token | run {w:npm_:36}
hugging face | run {w:hf_:34}
google | run {w:AIza:35}
sendgrid | run {w:SG.AbCdEfGhIjKlMnOpQrSt.:43}
digital ocean | run {h:dop_v1_:64}
telegram | curl https://api.telegram.org/bot123456789:{w:AA:33}/getMe
slack webhook | curl -d x https://hooks.slack.com/services/T01/B02/{w::24}
json web token | run eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.{w::43}
private key | cat > k <<END\\n-----BEGIN RSA PRIVATE KEY-----\\n{w:MII:60}\\n-----END RSA PRIVATE KEY-----\\nEND
age key | run {u:AGE-SECRET-KEY-1:58}
user and -p | cypher-shell -u neo4j -p {} x
a keeper of names and values | doppler secrets set NAME {}
verb | neo4j-admin dbms set-initial-password {}
httpie | http GET https://h token=={}
set by name | cf set-env app DB_PASSWORD {}
words that belong together | db2 connect to x user me using {}
group | (echo {}; echo {}) | passwd me
braces | { echo {}; echo {}; } | passwd me
file for a secret | echo {} > /run/secrets/db_password
tee | echo '{}' | tee .vault_pass
here-document into a file | cat > password.txt <<END\\n{}\\nEND
duplicated output | echo {} 2>&1 | sudo -S true
base64 | curl -H "Authorization: Basic $(echo -n me:{} | base64)" https://h
xargs | echo {} | xargs -I% curl -u me:% https://h
read | IFS= read -r x <<< {}; curl -u "me:$x" https://h
for | for p in {} b; do curl -u "me:$p" https://h; done
array | TOKENS=({} b); run x
appended | TOKEN+={}; run x
default that is set | : "${DB_PASSWORD:={}}"; run x
json in a url | curl "https://h/?q=%7B%22password%22%3A%22{}%22%7D"
yaml block | cat > x.yml <<END\\npassword: |\\n  {}\\nEND
yaml pair | cat > x.yml <<END\\n- name: DB_PASSWORD\\n  value: {}\\nEND
json pair | curl -d '{"name":"DB_PASSWORD","value":"{}"}' https://h
parameter pair | aws cloudformation create-stack --parameters ParameterKey=DBPassword,ParameterValue={}
xml pair | run '<add key="ApiKey" value="{}"/>'
property list | run '<key>Password</key><string>{}</string>'
json array | curl -d '{"passwords":["{}"]}' https://h
sql escape | psql -c "alter role a password E'{}'"
sql dollars | psql -c 'ALTER ROLE a PASSWORD $x${}$x$'
sql set | mysql -e "SET PASSWORD FOR 'a'@'h' = '{}'"
odbc | run 'Driver=x;Server=h;UID=a;PWD={};'
sentence | git commit -m "the password is {}"
crypted | usermod -p '{w:$6$abcdefgh$:43}' me
ssh2 key | cat > k <<END\\n---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\\n{}\\nEND
account and port | curl --socks5 me:{}@p:1080 https://h
position | radtest me {} localhost 0 testing
position of an option | qpdf --encrypt user {} 256 -- a.pdf b.pdf
operand before a file | wpa_passphrase 'My Net' '{}' > net.conf
userlist | echo '"app" "{}"' >> /etc/pgbouncer/userlist.txt
rights of redis | redis-cli ACL SETUSER app on '>{}' allkeys
system property | mvn sonar:sonar -Dsonar.login={}
line of a file | cat > server.cfg <<END\\nrcon_password {}\\nEND
line of a router | vtysh -c 'neighbor 10.0.0.1 password {}'
line of a container file | cat > Dockerfile <<END\\nENV DB_PASSWORD {}\\nEND
file of secrets | cat > secrets.yaml <<END\\nfoo: {}\\nEND
program that asks | gopass insert x <<< {}
verb that asks | echo {} | az devops login
passed on | yes {} | head -2 | passwd me
process for a file | ccrypt -k <(echo {}) f
format | printf 'AUTH %s\\r\\n' {} | nc localhost 6379
replaced | sed -i 's/__DB_PASSWORD__/{}/' config.php
function of the shell | get_password() { echo {}; }
alias | alias db='mysql -uroot -p{}'
variable of a variable | x={} && PGPASSWORD=$x psql
variable of jq | jq --arg p {} '.db.password = $p' f
function with a hash | node -e "require('bcrypt').hashSync('{}', 10)"
function with a key | psql -c "SELECT pgp_sym_encrypt('text', '{}')"
function with a name | node -e "page.fill('#password', '{}')"
function of what was found | cy.get('#password').type('{}')
procedure | sqlcmd -Q "EXEC sp_addlogin 'me', '{}'"
account of any program | curlie -u me:{} https://h
letter of any program | zuluCrypt-cli -o -d x -p {}
name and value of options | aws ssm put-parameter --name /prod/db/password --value {} --type String
scheme of its own | curl -H "Authorization: GenieKey {}" https://h
key of a header | curl -H "Fastly-Key: {}" https://h
element with attributes | curl -d '<wsse:Password Type="x">{}</wsse:Password>' https://h
declared | cat > main.tf <<END\\nvariable "db_password" { default = "{}" }\\nEND
proxy address | trojan-go -url 'trojan://{}@h:443'
code of a network | qrencode "WIFI:T:WPA;S:net;P:{};;"
another language | echo 'Passwort: {}'
typed | xdotool type '{}' # the sudo password
unknown and random | deploy --with {w::40}
unknown and hex | deploy --with {h::64}
"""


def _kinds() -> Iterator[Kind]:
    chance = random.Random(23)
    for row in TEXTS.strip().splitlines():
        name, _, text = row.partition(" | ")
        text = text.replace("\\n", "\n")
        if "{}" in text:
            # Short, and neither of a known form nor of an odd spelling: only its place tells.
            secret = "rosebud" + "".join(chance.choices(string.ascii_lowercase, k=4)) + "7"
            yield Kind(name, text.replace("{}", secret), secret)
            continue
        alphabet, beginning, count = TOKEN.findall(text)[0]
        random_part = "".join(chance.choices({"w": WORDS, "h": HEX, "u": UPPER}[alphabet], k=int(count)))
        yield Kind(name, TOKEN.sub(beginning + random_part, text), random_part)


KINDS = tuple(_kinds())
