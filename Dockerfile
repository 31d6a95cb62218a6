# The gateway in a container, under a user of its own. Build it in a checkout: docker build -t wicket .
#
#   docker run -d --name wicket -v /run/wicket:/run/wicket -v wicket-state:/var/lib/wicket wicket \
#       --requester-uid 1001 --approver-uid 1000
#
# Agents ask at /run/wicket/wicket.sock (WICKET_SOCKET), and you approve at /run/wicket/wicket-approver.sock
# (WICKET_APPROVER_SOCKET). /run/wicket has to belong to uid 990 on the host. Commands run inside of the container.

FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY native native
COPY src src
RUN python -m venv /opt/wicket && /opt/wicket/bin/pip install --no-cache-dir -c constraints.txt ".[all]"

FROM python:3.12-slim
RUN useradd --system --uid 990 --user-group --create-home --home-dir /var/lib/wicket --shell /usr/sbin/nologin wicket \
    && install -d -o wicket -g wicket -m 0755 /run/wicket
COPY --from=build /opt/wicket /opt/wicket
ENV PATH=/opt/wicket/bin:$PATH WICKET_HOME=/var/lib/wicket XDG_RUNTIME_DIR=/run/wicket
USER wicket
WORKDIR /var/lib/wicket
VOLUME ["/run/wicket", "/var/lib/wicket"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["wicket", "serve", "--no-prompt", "--no-console"]
