export const GUIDE = `# UptimeRobot

Reads the webhook of UptimeRobot, its own body and bodies written with its variables.

1. Create a webhook with \`plugin_id\` \`uptimerobot\` and copy its \`webhook_url\`.
2. In UptimeRobot open **Integrations → Webhook → Add**. URL to notify: the \`webhook_url\` (in the older form, with a \`?\` after it).
3. Tick **Send as JSON**, leave **Send default variables** on, and *Enable notifications for: Up and Down* (SSL expiry if wanted).
   With a body of your own:

   ~~~json
   {
     "monitorID": "*monitorID*",
     "monitorURL": "*monitorURL*",
     "monitorFriendlyName": "*monitorFriendlyName*",
     "alertType": "*alertType*",
     "alertTypeFriendlyName": "*alertTypeFriendlyName*",
     "alertDetails": "*alertDetails*",
     "alertDuration": "*alertDuration*",
     "alertDateTime": "*alertDateTime*"
   }
   ~~~

4. Choose the contact in each monitor.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`monitorID\`, without one \`monitorURL\`; expiry of a certificate or domain is an alarm of its own |
| \`event_type\` | \`alertTypeFriendlyName\`, else \`alertType\`: Down (1), expiry (3, 4) → ALERT; Up (2) → RECOVERY |
| \`title\` | \`monitorFriendlyName\` and the state |
| \`description\` | \`alertDetails\` |
| \`resource\` | \`monitorFriendlyName\`; its id is \`monitorURL\` |
| \`occurred_at\` | \`alertDateTime\` |

Fields may also be written \`monitor_friendly_name\` and so on; a variable that was not filled counts as missing.

## What the sender does with a 503

As far as we know, UptimeRobot does not document whether it tries a webhook again: count on no second try. A reminder for as long as the monitor is down can be set in the alert contact.
`;
