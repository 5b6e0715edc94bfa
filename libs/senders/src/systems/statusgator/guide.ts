export const GUIDE = `# StatusGator

Reads the webhook of StatusGator: status pages of other services, and its own website, ping and custom monitors.

Create a webhook with \`plugin_id\` \`statusgator\` and copy its \`webhook_url\`.

1. Open the board, **Integrations → Advanced → Webhook → Add**, URL: the \`webhook_url\`.
2. Choose the monitors and statuses *down*, *warn*, *maintenance* and **up**: up is what closes the alert here.
3. **Test Integrations** arrives as an ordinary event of the monitor shown.

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

StatusGator takes nothing but a 200 for a success, and gets one. It tries again 20 times over 24 days, with pauses that grow from seconds to more than a day. It also disables the
integration when it gets no 200 five times: **Integrations** shows that and re-activates it, **Logs** has the answers.
`;
