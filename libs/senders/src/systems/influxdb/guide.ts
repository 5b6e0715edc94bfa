export const GUIDE = `# InfluxDB

Reads the HTTP notification endpoint of InfluxDB 2 and InfluxDB Cloud (TSM).

Create a webhook with \`plugin_id\` \`influxdb\` and copy its \`webhook_url\`.

1. **Alerts → Notification Endpoints → Create**: destination *HTTP*, method \`POST\`, auth *None*, URL the \`webhook_url\`.
2. **Notification Rules → Create**: choose the endpoint and make two conditions: *When status changes from ANY to CRIT*
   (or WARN), and **from CRIT (WARN) to OK**, which closes the alert here. Offset 0 s, every as often as the check.
3. In the check's message template name the thing: \`CPU of \${r.host} is \${r.usage_user}\`.

| Event | Notification |
| --- | --- |
| \`event_key\` | \`_check_id\` and the tags of the series; without a check the measurement, else the message |
| \`event_type\` | \`_level\` crit, warn, info, unknown → ALERT, ok, normal → RECOVERY |
| \`severity\` | crit → CRITICAL, warn → WARNING, info and ok → INFO, unknown → NOT_AVAILABLE |
| \`title\` | \`_message\` |
| \`rule\` | \`_check_name\` |
| \`resource\` | the tags host, instance, pod, device …, else the series |
| \`occurred_at\` | \`_status_timestamp\` (nanoseconds) |

## When this service answers 503

The task of the notification rule writes \`_sent: false\` into the bucket \`_monitoring\` and does not send again; the next
change of status arrives as usual.
`;
