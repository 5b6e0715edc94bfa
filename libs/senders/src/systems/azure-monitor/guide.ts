export const GUIDE = `# Azure Monitor

Reads the webhook of an action group: the common alert schema, and the older schemas of metric, activity log and log
alerts.

Create a webhook with \`plugin_id\` \`azure-monitor\` and copy its \`webhook_url\`.

1. **Monitor → Alerts → Action groups → Create**, tab **Actions**.
2. Action type **Webhook**, URI: the \`webhook_url\`. Set **Enable the common alert schema** to *Yes*.
3. **Test action group** sends a sample of each alert type; each arrives as an alert of a rule named \`test-…\`.
4. Choose the action group in every alert rule. Leave **Automatically resolve alerts** on: the resolved message is what
   closes the alert here.

| Event | Common schema | Older schemas |
| --- | --- | --- |
| \`event_key\` | \`alertId\` | \`context.id\` and the resource; tracking id, correlation id; rule name |
| \`event_type\` | \`monitorCondition\` Fired → ALERT, Resolved → RECOVERY | \`status\` Activated, Deactivated |
| \`severity\` | Sev0 CRITICAL, Sev1 ERROR, Sev2 WARNING, Sev3 and Sev4 INFO | the same numbers |
| \`title\`, \`rule\` | \`alertRule\`, of a budget its name | \`context.name\`, \`AlertRuleName\` |
| \`resource\` | the first of \`configurationItems\`, its id from \`alertTargetIDs\` | \`resourceName\` |
| \`account\` | the subscription | the subscription |
| \`occurred_at\` | \`firedDateTime\`; of a recovery \`resolvedDateTime\` | \`timestamp\` |

Alerts of Service Health and Resource Health are *Fired* also when all is well again: what the entry says (\`status\` or
\`stage\` Resolved) makes them a RECOVERY. Azure gives such a message an \`alertId\` of its own, so it does not close the alert of
the outage.

## Event Grid

A subscription of Event Grid with the \`webhook_url\` as its endpoint is validated at once: the validation code is
answered (Event Grid schema), as is OPTIONS (CloudEvents schema). Nothing is to be done by hand. Events of Azure's services
whose type ends in Failure, Failed, Expired and the like are alerts, their Success ends them; the availability of resources is
read from the event; other events are ignored.

## When this service answers 503

Azure sends again after 408, 429, 503 and 504 (up to 5 tries within some minutes) and not after anything else. After
that it calls the address no more for 15 minutes.
`;
