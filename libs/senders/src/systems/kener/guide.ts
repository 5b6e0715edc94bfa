export const GUIDE = `# Kener

Reads the webhook trigger of Kener, the status page.

1. Create a webhook with \`plugin_id\` \`kener\` and copy its \`webhook_url\`.
2. In Kener open **Manage → Triggers → New → Webhook**, URL the \`webhook_url\`, and leave the body as it is.
3. In each monitor open **Alerts**, choose the trigger, the severity and the thresholds for *Trigger when down* or *degraded*.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`id\` |
| \`event_type\` | \`status\`: TRIGGERED → ALERT, RESOLVED → RECOVERY |
| \`title\`, \`rule\` | \`alert_name\` |
| \`description\` | \`description\` |
| \`severity\` | \`severity\`: critical, warning |
| \`resource\` | \`details.metric\` |
| \`occurred_at\` | \`timestamp\` |

## What the sender does with a 503

Kener logs the failure and does not send again.
`;
