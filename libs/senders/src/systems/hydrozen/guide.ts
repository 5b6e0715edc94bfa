export const GUIDE = `# Hydrozen

Reads the webhook of Hydrozen.io.

1. Create a webhook with \`plugin_id\` \`hydrozen\` and copy its \`webhook_url\`.
2. In Hydrozen open **Notification handlers → Create → Webhook** and enter the \`webhook_url\`.
3. Choose the handler in each monitor, heartbeat and domain.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`type\` and the id (\`monitor_id\`, \`heartbeat_id\`, \`domain_name_id\`) |
| \`event_type\` | \`is_ok\`: 0 → ALERT, 1 → RECOVERY; an expiry, which has no state → ALERT |
| \`title\` | \`name\` and the state |
| \`severity\` | an expiry → WARNING |
| \`rule\` | \`type\` |
| \`resource\` | \`name\`; its id is \`target\` |
| \`occurred_at\` | not in the body: the arrival |

## What the sender does with a 503

As far as we know, Hydrozen does not document whether it tries a webhook again: count on no second try.
`;
