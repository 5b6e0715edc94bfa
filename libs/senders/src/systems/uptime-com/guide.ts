export const GUIDE = `# Uptime.com

Reads the webhook (Custom Postback URL) of Uptime.com.

1. Create a webhook with \`plugin_id\` \`uptime-com\` and copy its \`webhook_url\`.
2. In Uptime.com open **Notifications → Integrations → New Profile**, provider **Custom Postback URL (Webhook)**, and enter the \`webhook_url\`. Leave *Use legacy payload* off.
3. Assign the integration to a contact group, and the group to the checks. **Test** sends a sample.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`data.service.id\` |
| \`event_type\` | \`event\`: alert_raised → ALERT, alert_cleared → RECOVERY, whatever the alert in the body says |
| \`title\` | the name of the check and \`data.alert.short_output\` |
| \`description\` | \`data.alert.output\` |
| \`severity\` | \`data.alert.state\` |
| \`account\` | \`data.account.name\` |
| \`occurred_at\` | \`data.alert.created_at\`; of a recovery \`data.date\` |

## What the sender does with a 503

As far as we know, Uptime.com does not document whether it tries a postback again: count on no second try. Escalations of the check repeat the alert.
`;
