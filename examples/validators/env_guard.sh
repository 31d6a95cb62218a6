#!/bin/sh
# A validator: curl may not POST while AWS_PROFILE names production. Needs jq.
exec jq --compact-output '
  (.params | .command == "curl"
    and ([.flags.X, .flags.request] | index("POST")) != null
    and .env.AWS_PROFILE == "prod") as $forbidden
  | {
      jsonrpc: "2.0",
      id: .id,
      result: (if $forbidden then {
        status: "deny",
        message: "POST requests are blocked in production",
        fix_suggestion: "Use a staging environment instead"
      } else {
        status: "allow"
      } end)
    }'
