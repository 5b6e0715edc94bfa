export const GUIDE = `# Remote plugin over HTTP

For a sender that only your own code can read: a service of yours turns deliveries into events, in any language.

1. Make a secret: \`echo "whsec_$(openssl rand -base64 32)"\`.
2. Create a webhook with \`plugin_id\` \`http\` and \`options\` \`{"url": "https://plugin.example.com", "secret": "whsec_…"}\`.
   \`timeout_ms\` (5000) is how long an answer may take.
3. Point the sender at the \`webhook_url\`.

## What the service is asked

\`POST <url>/parse\` for every delivery:

~~~json
{
  "delivery": {
    "body": {"text": "disk full", "host": "db-1"},
    "headers": {"content-type": "application/json"},
    "content_type": "application/json",
    "query": {},
    "path_suffix": "",
    "received_at": "2026-11-20T10:00:00.000Z"
  }
}
~~~

It answers 200 with the outcomes in the order of the payload:

~~~json
{
  "outcomes": [
    {"outcome": "EVENT", "event": {"event_key": "db-1", "event_type": "ALERT", "title": "disk full", "severity": "ERROR"}},
    {"outcome": "IGNORED", "reason": "a heartbeat"},
    {"outcome": "ERROR", "reason": "has no host"}
  ]
}
~~~

An event has the fields of \`direct\`; \`occurred_at\` is ISO 8601 with its zone. \`pointer\` (JSON pointer) says which part
of the body it came from and tells the alarms of one delivery apart; without \`raw_data\` that part is kept. What is wrong in
an event makes that one alarm an error.

\`POST <url>/verify\` when the plugin of the webhook is verified; it answers 200
\`{"checks": [{"name": "database", "ok": true, "message": "reachable"}]}\`.

Both must give the same answer to the same question: a delivery may be asked for more than once.

## Who asks

Every request is signed as [Standard Webhooks](https://www.standardwebhooks.com) say: \`webhook-id\`,
\`webhook-timestamp\` and \`webhook-signature\` over the raw body with the secret. Refuse what is not signed.

## What else it may answer

- 400, 413 or 422: the delivery cannot be read. It is kept in the quarantine with the beginning of the answer.
- Any other status, a redirect, no answer in time, no connection: the plugin is away. The deliveries of the webhook wait, in
  order, and are asked for again until it answers. After five failures in a row it is left alone for ten seconds.
- Any of these for one delivery again and again, while it reads others of the same webhook: after five such attempts in at
  least five minutes that delivery goes to the quarantine with the last answer, and those behind it follow in their order. While
  it reads nothing else, or nothing else waits, nothing is given up.
- More than 4 MiB, or more than 200,000 values: the delivery is kept in the quarantine.

Addresses that are private, link-local, of a cloud's metadata service or otherwise not public are refused, whatever name
leads to them; the operator allows some by \`REMOTE_PLUGIN_ALLOW\`.
`;
