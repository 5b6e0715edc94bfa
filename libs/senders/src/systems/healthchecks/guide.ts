export const GUIDE = `# Healthchecks.io

Reads the webhook integration of Healthchecks (hosted or your own) with the body below, and the PagerTree integration.

1. Create a webhook with \`plugin_id\` \`healthchecks\` and copy its \`webhook_url\`.
2. In Healthchecks open **Integrations → Webhook → Add**. For **both** "when a check goes down" and "when a check goes up": method \`POST\`, URL the \`webhook_url\`, request header \`Content-Type: application/json\`, and as body

   ~~~json
   {
     "check": "$CODE",
     "name": $NAME_JSON,
     "status": "$STATUS",
     "time": "$NOW"
   }
   ~~~

   \`$NAME_JSON\` brings its own quotes, and is right where the name has some in it. It needs Healthchecks 3.3 or later; before, write \`"$NAME"\` and keep quotes and backslashes out of names. \`$JSON\` alone as the body works as well, but holds the address that the check is pinged by.
3. **Test!**, and switch the integration on in the checks.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`check\` (\`incident_key\`) |
| \`event_type\` | \`status\`: down → ALERT, up → RECOVERY (\`event_type\`: trigger, resolve); grace, paused, new are ignored |
| \`title\` | \`title\`, else the name and the state |
| \`resource\` | \`name\` |
| \`occurred_at\` | \`time\`, else the arrival |

## What the sender does with a 503

Healthchecks tries a webhook three times within some seconds; then it shows the failure in the check's log and does not send again.
`;
