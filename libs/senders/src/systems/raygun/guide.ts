export const GUIDE = `# Raygun

Reads the webhook of Raygun Crash Reporting.

Create a webhook with \`plugin_id\` \`raygun\` and copy its \`webhook_url\`.

1. In the application **Integrations → Webhook** (from the Team plan on), URL: the \`webhook_url\`.
2. Send for *new errors*, *reoccurred errors* and **status changes**: the change to Resolved is what closes the alert
   here. Follow-ups after 1, 5, 10 and 30 minutes repeat the alert.
3. **Test webhook** arrives as an alert of the test application.

| Event | Webhook |
| --- | --- |
| \`event_key\` | \`error.url\` |
| \`event_type\` | error_notification → ALERT; a status Resolved → RECOVERY, Active → ALERT; comments, assignments and other statuses are ignored |
| \`severity\` | not stated: NONE |
| \`title\` | \`error.message\`, else what happened and the application |
| \`rule\` | \`eventType\` |
| \`resource\` | the application |
| \`occurred_at\` | \`lastOccurredOn\`; of a change of status its date (\`activity.date\`, \`activityDate\`) |

## When this service answers 503

As far as we know, Raygun does not document whether it tries a webhook again: count on no second try. The next occurrence
or follow-up of the error arrives as usual.
`;
