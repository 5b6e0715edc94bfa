export const GUIDE = `# Site24x7

Reads the webhook of Site24x7.

1. Create a webhook with \`plugin_id\` \`site24x7\` and copy its \`webhook_url\`.
2. In Site24x7 open **Admin → Third-Party Integrations → Webhooks**. URL: the \`webhook_url\`, method \`POST\`, *Post as JSON* on, **Send incident parameters** on.
3. Choose the alerts: Down, Critical, Trouble, and **Up**, which is what closes the alert here; choose monitors or tags.
4. **Save and Test**.

With parameters of your own keep the names \`MONITOR_ID\`, \`MONITORNAME\`, \`STATUS\`, \`INCIDENT_REASON\`, \`MONITORURL\`, \`INCIDENT_TIME_ISO\`:

~~~json
{
  "MONITOR_ID": "$MONITOR_ID",
  "MONITORNAME": "$MONITORNAME",
  "MONITORTYPE": "$MONITORTYPE",
  "MONITORURL": "$MONITORURL",
  "STATUS": "$STATUS",
  "INCIDENT_REASON": "$INCIDENT_REASON",
  "INCIDENT_TIME_ISO": "$INCIDENT_TIME_ISO"
}
~~~

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`MONITOR_ID\`, with all its digits |
| \`event_type\` | \`STATUS\`: DOWN, CRITICAL, TROUBLE → ALERT; UP → RECOVERY; MAINTENANCE, SUSPENDED are ignored |
| \`severity\` | DOWN, CRITICAL → CRITICAL; TROUBLE → WARNING; UP → INFO |
| \`title\` | \`MONITORNAME\` and \`STATUS\` |
| \`description\` | \`INCIDENT_REASON\` |
| \`rule\` | \`MONITORTYPE\` |
| \`occurred_at\` | \`OUTAGE_TIME_UNIX_FORMAT\`, else \`INCIDENT_TIME_ISO\` |

## What the sender does with a 503

As far as we know, Site24x7 does not document whether it tries a webhook again: count on no second try. A persistent alert (**Notify again** in the notification profile) makes up for a lost one.
`;
