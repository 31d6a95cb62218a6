#!/usr/bin/env bash
# The smallest useful extension without an SDK, for comparison: one tool and one guard, in bash and jq.
set -u
trap '' INT # Ctrl-C at the host's terminal is for the host

say() { printf '%s\n' "$1"; }

say '{"type":"hello","name":"plain-bash","version":"1.0.0","capabilities":["tools","events"]}'
say '{"type":"register_tool","name":"shout","description":"Say it louder.","schema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}'
say '{"type":"subscribe","intercept":["tool_call"]}'
say '{"type":"ready"}'

while IFS= read -r line; do
    case $(jq -r '.type // ""' <<<"$line") in
    tool_call)
        # Every check that the SDK makes is yours to write: here, one of them.
        jq -c 'if (.args.text | type) == "string"
               then {type: "tool_result", id, content: [{type: "text", text: (.args.text | ascii_upcase)}]}
               else {type: "tool_result", id, content: [{type: "text", text: "text must be a string"}], is_error: true} end' <<<"$line"
        ;;
    event_intercept)
        jq -c 'if .tool_name == "bash" and ((.tool_args.command // "") | contains("rm -rf"))
               then {type: "event_intercept_response", id, block: true, reason: "refused: rm -rf"}
               else {type: "event_intercept_response", id} end' <<<"$line"
        ;;
    shutdown)
        say '{"type":"shutdown_ack"}'
        exit 0
        ;;
    esac
done
