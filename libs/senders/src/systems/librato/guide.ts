export const GUIDE = `# Librato

Reads the webhook of Librato, also as SolarWinds AppOptics sends it: a form whose field \`payload\` holds JSON.

1. Create a webhook with \`plugin_id\` \`librato\` and copy its \`webhook_url\`.
2. **Settings → Notification Services → Webhook → Add**: a title and the \`webhook_url\`.
3. In each alert choose the service under **Notify**. Leave *Notify when alert clears* on.

## What becomes what

| Event | Payload |
| --- | --- |
| \`event_key\` | \`alert.id\` |
| \`event_type\` | with \`clear\` → RECOVERY, else ALERT |
| \`title\`, \`rule\` | \`alert.name\` |
| \`description\` | \`alert.description\` and each violation |
| \`resource\` | the sources that violate the alert |
| \`account\` | \`account\` |
| \`occurred_at\` | \`trigger_time\` |

All conditions and violations of one alert make one event, because a clear names the alert alone.

## What the sender does with a 503

As far as we know, Librato does not document whether it tries a webhook again: count on no second try. *rearm* of the alert repeats it for as long as it goes on.
`;
