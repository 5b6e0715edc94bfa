export const GUIDE = `# updown.io

Reads the webhook of updown.io, a list of events.

1. Create a webhook with \`plugin_id\` \`updown\` and copy its \`webhook_url\`.
2. In updown.io open **Settings → Notifications → Add a recipient → Webhook** and enter the \`webhook_url\`.
3. Choose the recipient in each check. Keep *up* among its notifications: it is what closes the alert here.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`check.token\`; certificates and performance have keys of their own |
| \`event_type\` | check.down, ssl_invalid, ssl_expiration, performance_drop → ALERT; check.up, ssl_valid, ssl_renewed → RECOVERY |
| \`title\` | \`description\` of the event, else alias (or address) and what happened |
| \`description\` | \`downtime.error\` and the like |
| \`resource\` | \`check.alias\`, without one \`check.url\` |
| \`occurred_at\` | \`time\`, else the start or end of the downtime |

updown.io does not say when a performance drop is over.

## What the sender does with a 503

updown.io expects a 200, and gets one. As far as we know, it does not document whether it tries a webhook again: count on no second try.
`;
