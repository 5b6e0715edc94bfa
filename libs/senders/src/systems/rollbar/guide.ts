export const GUIDE = `# Rollbar

Reads the webhook notifications of Rollbar.

Create a webhook with \`plugin_id\` \`rollbar\` and copy its \`webhook_url\`.

1. **Project → Settings → Notifications → Webhook**, URL: the \`webhook_url\`, **Enable Webhook Integration**.
2. Rules: *New Item*, *Reactivated Item*, *Reopened Item*, *High Occurrence Rate*, *10^nth Occurrence* as wanted, and
   **Resolved Item**: it is what closes the alert here. *Every Occurrence* repeats the alert. *Deploy* is ignored.
3. **Send test notification** arrives as an ignored delivery.

| Event | Webhook |
| --- | --- |
| \`event_key\` | \`item.id\` |
| \`event_type\` | \`event_name\` resolved_item → RECOVERY; deploy, test ignored; all others ALERT |
| \`severity\` | the occurrence's level, else the item's (40 = error) |
| \`title\` | \`item.title\` |
| \`description\` | exception or message of the last occurrence |
| \`resource\` | \`server.host\`, else the project |
| \`occurred_at\` | of the last occurrence; of a reopened item its activation; a resolution has no time |

## When this service answers 503

Rollbar tries again up to ten times, with pauses that grow from a second to days; every answer but 200, 201, 202 and 204
counts as a failure, and so does none within 3 seconds. **History** next to each rule shows all attempts.
`;
