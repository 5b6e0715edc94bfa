export const GUIDE = `# Uptime Kuma

Reads the webhook notification of Uptime Kuma.

1. Create a webhook with \`plugin_id\` \`uptime-kuma\` and copy its \`webhook_url\`.
2. In Uptime Kuma open **Settings → Notifications → Setup Notification**. Type **Webhook**, Post URL the \`webhook_url\`, Request Body **Preset - application/json**.
3. Tick *Apply on all existing monitors* (and *Default enabled* for new ones), press **Test**, save. The test is accepted and ignored.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`monitor.id\` |
| \`event_type\` | \`heartbeat.status\`: 0 → ALERT, 1 → RECOVERY; 2 (pending), 3 (maintenance) and tests are ignored |
| | what comes without a heartbeat: a certificate or a domain that expires is an ALERT, a test is ignored |
| \`title\` | \`monitor.name\` and the state |
| \`description\` | \`heartbeat.msg\` |
| \`rule\` | \`monitor.type\` |
| \`resource\` | \`monitor.name\`; its id is the host or address |
| \`occurred_at\` | \`heartbeat.time\` (UTC), else \`localDateTime\` with \`timezoneOffset\` |

A certificate that expires comes as text alone; it is a WARNING of its own key, without a recovery.

## What the sender does with a 503

Uptime Kuma notes the failure in its log and does not send again. *Resend notification if down X times* in the monitor makes up for it.
`;
