export const GUIDE = `# Better Stack

Reads the outgoing webhooks of Better Stack (Better Uptime): incidents of monitors and heartbeats, and monitor changes.

1. Create a webhook with \`plugin_id\` \`betterstack\` and copy its \`webhook_url\`.
2. In Better Stack open **Uptime → Integrations → Exporting data → Outgoing webhooks → Add**. Trigger: *Incident is started, acknowledged, resolved*. URL: the \`webhook_url\`.
3. Leave the payload as it is, save, and use **Send test** if you like.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`data.type\` and \`data.id\` |
| \`event_type\` | \`attributes.status\`: started, reopened, down → ALERT; resolved, up → RECOVERY; acknowledged and the rest are ignored |
| \`title\` | \`attributes.name\` and \`attributes.cause\` |
| \`resource\` | \`attributes.name\`; its id is \`attributes.url\` |
| \`account\` | \`attributes.team_name\` |
| \`image_url\` | \`attributes.screenshot_url\` |
| \`occurred_at\` | \`attributes.started_at\`; of a recovery \`resolved_at\` |

## What the sender does with a 503

Better Stack repeats a webhook that was not answered with 2xx a few times with growing pauses, then gives up.
`;
