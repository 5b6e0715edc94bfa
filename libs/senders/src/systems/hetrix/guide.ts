export const GUIDE = `# HetrixTools

Reads the webhooks of HetrixTools: uptime monitors, resource usage warnings and blacklist monitors.

1. Create a webhook with \`plugin_id\` \`hetrix\` and copy its \`webhook_url\`.
2. In HetrixTools open **Contact Lists**, create or edit one, and put the \`webhook_url\` into **Uptime Webhook URL** and, if wanted, **Blacklist Webhook URL** and **Resource Usage Webhook URL**.
3. Choose the contact list in each monitor.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`monitor_id\`; for resource usage and blacklists a key of its own |
| \`event_type\` | \`monitor_status\`: offline → ALERT, online → RECOVERY; \`resource_usage\` → ALERT; \`blacklisted_now\` above 0 → ALERT, 0 → RECOVERY |
| \`title\` | \`monitor_name\` and the state |
| \`description\` | \`monitor_errors\` by location; the usage; the blacklists |
| \`resource\` | \`monitor_name\`; its id is \`monitor_target\` |
| \`occurred_at\` | \`timestamp\` |

HetrixTools does not say when a resource usage warning is over.

## What the sender does with a 503

As far as we know, HetrixTools does not document whether it tries a webhook again: count on no second try.
`;
