export const GUIDE = `# Checkly

Reads the webhook alert channel of Checkly.

1. Create a webhook with \`plugin_id\` \`checkly\` and copy its \`webhook_url\`.
2. In Checkly open **Alerts → Alert settings → Add more channels → Webhook**. Method \`POST\`, URL the \`webhook_url\`.
3. Leave the default body. One of your own needs at least:

   ~~~json
   {
     "event": "{{ALERT_TITLE}}",
     "alert_type": "{{ALERT_TYPE}}",
     "check_name": "{{CHECK_NAME}}",
     "check_id": "{{CHECK_ID}}",
     "check_type": "{{CHECK_TYPE}}",
     "check_error_message": "{{CHECK_ERROR_MESSAGE}}",
     "started_at": "{{STARTED_AT}}",
     "link": "{{RESULT_LINK}}"
   }
   ~~~

4. Subscribe the checks to the channel, with failure, degradation, recovery and SSL expiry.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`check_id\`; the expiry of a certificate is an alarm of its own |
| \`event_type\` | \`alert_type\`: ALERT_FAILURE, ALERT_DEGRADED, ALERT_FAILURE_DEGRADED, ALERT_DEGRADED_FAILURE, ALERT_SSL (and …_REMAIN) → ALERT; ALERT_RECOVERY, ALERT_DEGRADED_RECOVERY → RECOVERY |
| \`title\` | \`event\`, else \`check_name\` |
| \`description\` | \`check_error_message\`, else the status of the response |
| \`severity\` | degraded and SSL → WARNING |
| \`occurred_at\` | \`started_at\` |

## What the sender does with a 503

Checkly tries many of its alert channels again by itself, but as far as we know does not document how often, and whether
webhooks are among them: count on no second try. The **Alert Notification Log** shows the result of the last one. Repeats that
Checkly is set to send while a check fails arrive as usual.
`;
