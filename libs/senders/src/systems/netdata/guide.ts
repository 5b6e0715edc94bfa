import { CURL_VERSIONS, OUTAGE_COVERED, RETRYING_CURL } from '../../retrying-curl.js';

export const GUIDE = `# Netdata

Reads the webhook of Netdata Cloud (alerts and reachability), and what the agent's custom sender below posts.

Create a webhook with \`plugin_id\` \`netdata\` and copy its \`webhook_url\`.

## Netdata Cloud

1. **Space settings → Alerts & Notifications → Notification methods → Add configuration → Webhook** (a paid plan).
2. Webhook URL: the \`webhook_url\`. Choose the rooms and *All alerts and unreachable*; authentication: none of its own is needed, the address holds a key.
3. **Test**: the test posts a token. Copy it from the payload of the delivery that arrived here into **Verification → Token**, save.

## Agent

1. \`sudo /etc/netdata/edit-config health_alarm_notify.conf\`:

   ~~~sh
   SEND_CUSTOM="YES"
   DEFAULT_RECIPIENT_CUSTOM="tocsin"
   custom_sender() {
     ${RETRYING_CURL} \\
       --data-urlencode "host=\${host}" \\
       --data-urlencode "chart=\${chart}" \\
       --data-urlencode "name=\${name}" \\
       --data-urlencode "status=\${status}" \\
       --data-urlencode "old_status=\${old_status}" \\
       --data-urlencode "value_string=\${value_string}" \\
       --data-urlencode "summary=\${summary}" \\
       --data-urlencode "info=\${info}" \\
       --data-urlencode "when=\${when}" \\
       --data-urlencode "family=\${family}" \\
       "<webhook_url>" >/dev/null &
     sent=$((sent + 1))
   }
   ~~~

2. Try it, as the user that Netdata runs as: \`/usr/libexec/netdata/plugins.d/alarm-notify.sh test\` (Debian: \`/usr/lib/netdata/plugins.d\`).

${CURL_VERSIONS}

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | space, host, chart and alert, as far as they are in the body; the alerts of Netdata Cloud name their node only in \`message\` (\`<alert> on <node> …\`) |
| \`event_type\` | \`status\` or \`severity\`: warning, critical → ALERT; clear → RECOVERY; \`status.reachable\`; removed, undefined, uninitialized are ignored |
| \`title\` | host and \`summary\`, else \`message\` |
| \`description\` | \`info\` |
| \`rule\` | the alert |
| \`account\` | the space |
| \`occurred_at\` | \`date\`, \`when\` |

## What the sender does with a 503

As far as we know, Netdata Cloud does not document whether it tries a webhook again: count on no second try.

The agent runs the sender once and evaluates no alert until it is over: so \`curl\` goes on in the background, and what it gave up
is in the agent's log. ${OUTAGE_COVERED}.
`;
