export const GUIDE = `# Better Stack

Reads the outgoing webhooks of Better Stack (Better Uptime): incidents of monitors and heartbeats, monitor changes, and errors of its error tracking.

1. Create a webhook with \`plugin_id\` \`betterstack\` and copy its \`webhook_url\`.
2. In Better Stack open **Uptime → Integrations → Exporting data → Outgoing webhooks → Configure**. Type: *Incident*. URL: the \`webhook_url\`.
3. For errors open **Errors → Outgoing webhooks**, **Add** an *Error webhook*, and choose its events. **Send a test webhook** tries it.

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

As far as we know, Better Stack does not document whether it tries a webhook again: count on no second try.
`;
