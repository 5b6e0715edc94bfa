export const GUIDE = `# StatusGator

Reads the webhook of StatusGator: status pages of other services, and its own website, ping and custom monitors.

Create a webhook with \`plugin_id\` \`statusgator\` and copy its \`webhook_url\`.

1. Open the board, **Notifications → Add → Webhook**, URL: the \`webhook_url\`.
2. Choose the monitors and statuses *down*, *warn*, *maintenance* and **up**: up is what closes the alert here.
3. **Send test** arrives as an ordinary event of the monitor shown.

| Event | Webhook |
| --- | --- |
| \`event_key\` | \`monitor.id\` |
| \`event_type\` | \`status\` down, warn, maintenance → ALERT, up → RECOVERY |
| \`severity\` | down → CRITICAL, warn → WARNING, maintenance → INFO |
| \`title\` | \`message\`, else the monitor and its status |
| \`description\` | \`details\` |
| \`resource\`, \`rule\` | the monitor's name |
| \`account\` | the board |
| \`image_url\` | the monitor's icon |
| \`occurred_at\` | \`recorded_at\` |

## When this service answers 503

Whether StatusGator tries a webhook again is not documented: count on no second try.
`;
