export const GUIDE = `# VMware Aria Operations

Reads the REST notification of VMware Aria Operations (vRealize Operations Manager).

1. Create a webhook with \`plugin_id\` \`vrealize\` and copy its \`webhook_url\`.
2. **Alerts → Outbound Settings → Add**, plugin type **Rest Notification Plugin**: URL the \`webhook_url\` with a \`/\` at its end (the alert's id is put after it), content type \`application/json\`, one connection. User name and password may hold anything. Accept the certificate with **Test**.
3. **Alerts → Notifications → Add**: method Rest Notification Plugin, this instance; criteria: notify on *New*, *Updated*, **Canceled**.

Aria Operations posts a new alert and puts (\`PUT\`) its updates in older versions; use 8.x, or the webhook notification plugin, where updates are posted as well.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`alertId\` |
| \`event_type\` | \`status\`: ACTIVE → ALERT; CANCELED → RECOVERY. \`cancelDate\` says nothing by itself |
| \`title\`, \`rule\` | \`alertName\`, else resource and kind of problem |
| \`description\` | \`info\` |
| \`severity\` | \`criticality\`: CRITICAL, IMMEDIATE → ERROR, WARNING, INFO |
| \`resource\` | \`resourceName\`, \`resourceId\`, \`resourceKind\` |
| \`occurred_at\` | \`startDate\`; of a recovery \`cancelDate\` |

## What the sender does with a 503

Aria Operations tries again a few times and then drops the notification, with a message in its log.
`;
