export const GUIDE = `# SigNoz

Reads the webhook channel of SigNoz.

Create a webhook with \`plugin_id\` \`signoz\` and copy its \`webhook_url\`.

1. **Settings → Notification Channels → New Alert Channel**: type **Webhook**, Webhook URL the \`webhook_url\`, no user
   name and password. Leave **Send resolved alerts** on: it is what closes the alert here.
2. **Test** arrives as an alert named *Test Alert*. Save.
3. In each alert rule choose the channel; its severity arrives as the label \`severity\`.

| Event | Alert |
| --- | --- |
| \`event_key\` | \`fingerprint\`, else the label set |
| \`event_type\` | \`status\` of the alert itself |
| \`severity\` | label \`severity\` |
| \`title\` | label \`alertname\` and the summary |
| \`description\` | annotation \`description\` |
| \`rule\` | label \`alertname\` |
| \`resource\` | the labels service, host, pod, node or deployment |
| \`occurred_at\` | \`startsAt\`; of a recovery \`endsAt\` |

Related logs and traces, the value and all labels are in \`additional_info\`.

## When this service answers 503

SigNoz sends as Alertmanager does: again after 5xx with growing pauses, and with the next group interval. Never after 4xx.
`;
