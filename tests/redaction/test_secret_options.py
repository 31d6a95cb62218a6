"""Options and operands that only their program makes a secret."""

import shlex

import pytest

from wicket.redaction.secret_options import in_words


def found(text: str) -> list[str]:
    words = shlex.split(text)
    return sorted({words[number][start:end] for number, start, end in in_words(words)})


@pytest.mark.parametrize(
    "text",
    [
        *(
            "curl -u me:S x",
            "curl -sSu me:S x",
            "curl -ume:S",
            "curl --user=me:S",
            "sudo curl -X POST --proxy-user me:S x",
        ),
        *(
            "mysql -uroot -pS db",
            "docker exec -it db mysqldump -pS db",
            "sshpass -p S ssh -p 22 h",
            "timeout 5 sshpass -pS ssh h",
        ),
        *(
            "docker login -u me -p S",
            "az login -u a -p S",
            "doctl auth init -t S",
            "redis-cli -a S ping",
            "redis-cli AUTH S",
        ),
        *(
            "mongosh -p S h",
            "openssl rsa -passin pass:S",
            "openssl passwd -6 S",
            "htpasswd -b f me S",
            "ldapsearch -x -w S",
        ),
        *(
            "smbclient //h/s -U me%S",
            "zip -rP S a f",
            "7z a -pS a f",
            "lftp -u me,S h",
            "sqlcmd -U sa -P S",
            "mycli -u a -p S",
            "mssql-cli -U sa -P S",
            "iredis -a S",
            "sqlplus scott/S@db",
        ),
        *(
            "xfreerdp /u:a /p:S /v:h",
            "ssh-keygen -N S -f k",
            "keytool -storepass S",
            "wpa_passphrase net S",
            "rclone obscure S",
        ),
        *(
            "kubectl create secret generic s --from-literal=k=S",
            "vault kv put secret/x k=S",
            "gh secret set X -b S",
            "flyctl secrets set K=S",
        ),
        *(
            "aws configure set aws_secret_access_key S",
            "git config set user.password S",
            "composer config http-basic.h me S",
        ),
        *(
            "npm config set //r/:_authToken S",
            "nmcli dev wifi connect n password S",
            "rabbitmqctl change_password bob S",
        ),
        *("heroku config:set FOO=S", "netlify env:set API_SECRET S", "gh secret set X -bS", "cargo login S"),
        *("jenkins-cli -auth me:S build", "openssl dgst -hmac S f", "poetry config http-basic.x me S"),
        *("youtube-dl -u me -p S https://h", "cypher-shell -u neo4j -p S x", "airflow users create -u a -p S -r Admin"),
        *("uv publish -t S", "doctl -t S account get", "gem push -k S x.gem", "kadmin -p a -w S -q x", "mvn -ep S"),
        *(
            "doppler secrets set NAME S",
            "netlify env:set NAME S",
            'dotnet user-secrets set "Db:Conn" S',
            "cf auth me S",
        ),
        *(
            "railway variables set NAME=S",
            "eas secret:create --name X --value S",
            "firebase functions:config:set x.k=S",
        ),
        *("setx API_TOKEN S", "cf set-env app DB_PASSWORD S", "jq --arg password S x", "crudini --set f s password S"),
        *("neo4j-admin dbms set-initial-password S", "grafana-cli admin reset-admin-password S", "set_password vnc S"),
        *("http https://h token==S", "http https://h Authorization:S", "xh -A bearer -a S https://h", "wandb login S"),
        *("mount -t cifs -o user=me%S //h/s m", "impala-shell --ldap_password_cmd='echo -n S'"),
        *(
            "bitcoin-cli walletpassphrase S 60",
            "steamcmd +login me S +quit",
            "signtool sign /f c /p S x",
            "oathtool -b S",
        ),
        *("rman target sys/S@x", "samba-tool user create me S", "vault operator unseal S", "net use x: h /user:me S"),
        *("mysqladmin password S", "mc config host add m u a S"),
        *(
            "tool --api-key S x",
            "tool -token S",
            "aws ssm put-parameter --type SecureString --value S",
            "net user bob S /add",
        ),
        *(
            "restic --password-command 'echo S' backup",
            "ansible-vault encrypt_string S --name x",
            "kubectl --token S get pods",
        ),
    ],
)
def test_it_is_found(text: str) -> None:
    assert found(text) == ["S"]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "docker run -p 80:80 -u 1000:1000 x",
            "ssh -p 22 h",
            "mkdir -p a/b",
            "mysql -p db",
            "curl -X POST x -o f",
            "unzip -p a f",
        ),
        *(
            "tar -xzf a -C b",
            "git config user.name me",
            "git commit -am msg",
            "kubectl get secrets -n x",
            "gh secret list",
        ),
        *(
            "tool --token --verbose",
            "sort --key 2 f",
            "openssl x509 -in c -key k",
            "cut -d: -f1",
            "ps -u me",
            "rm -rf x",
            "npm run set x",
        ),
        *("docker run -u root -p 80:80 x", "cp -u -p a b", "rsync -u a -p b", "nmap -u a -p http x", "ps -u me -p 1"),
        *(
            "gh secret set NAME",
            "kubectl create secret generic x",
            "docker secret create x f",
            "gcloud secrets create x",
        ),
        *("http https://h name==x", "vercel env pull", "ls /p x", "mount -o ro,user=me a b"),
        *(
            "grep -p password f",
            "vault kv get secret/x",
            "docker secret ls",
            "xargs -P 4 ls",
            "make -j 4",
            "python -m pytest -p no:x",
        ),
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert found(text) == []
