export const GUIDE = `# Auvik

Reads the webhook of Auvik.

1. Create a webhook with \`plugin_id\` \`auvik\` and copy its \`webhook_url\`.
2. In Auvik open **Integrations → Add Integration → Webhook**, enter the \`webhook_url\`, **Test**, save.
3. **Manage Alerts → Notification Channels → Add**: choose the integration; put the channel on the alert definitions. Leave *Send a notification when the alert clears* on.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`correlationId\` |
| \`event_type\` | \`alertStatus\`: 0 → ALERT, 1 → RECOVERY; else \`alertStatusString\`; paused and dismissed are ignored |
| \`title\`, \`rule\` | \`alertName\` |
| \`description\` | \`alertDescription\` |
| \`severity\` | Emergency, Critical → CRITICAL; Warning → WARNING; Informational → INFO |
| \`account\` | \`companyId\` |
| \`resource\` | \`entityName\`, \`entityId\`, \`entityType\` |
| \`occurred_at\` | \`date\` |

## What the sender does with a 503

As far as we know, Auvik does not document whether it tries a webhook again: count on no second try.
`;
