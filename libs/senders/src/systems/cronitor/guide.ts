export const GUIDE = `# Cronitor

Reads the webhook of Cronitor for jobs, heartbeats and checks.

1. Create a webhook with \`plugin_id\` \`cronitor\` and copy its \`webhook_url\`.
2. In Cronitor open **Settings → Integrations → Webhooks → Add** and enter the \`webhook_url\`.
3. Choose the webhook in **Settings → Alerts** in the notification list of your monitors. Leave recovery alerts on.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`id\` |
| \`event_type\` | \`type\`: Alert → ALERT, Recovery → RECOVERY |
| \`title\` | \`monitor\` and the first line of \`description\` |
| \`description\` | \`description\` |
| \`rule\` | \`rule\` |
| \`occurred_at\` | not in the body: the arrival |

## What the sender does with a 503

As far as we know, Cronitor does not document whether it tries a webhook again: count on no second try. A monitor that goes on failing alerts again at the interval set in it.
`;
