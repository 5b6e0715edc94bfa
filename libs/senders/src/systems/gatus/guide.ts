export const GUIDE = `# Gatus

Reads what the \`custom\` alerting provider of Gatus posts. Gatus sends whatever body you write, so use this one; the body of its documentation
(\`{"text": "[ALERT_TRIGGERED_OR_RESOLVED]: [ENDPOINT_GROUP] - [ENDPOINT_NAME] - [ALERT_DESCRIPTION]"}\`) is read, too.

1. Create a webhook with \`plugin_id\` \`gatus\` and copy its \`webhook_url\`.
2. In the configuration of Gatus:

   ~~~yaml
   alerting:
     custom:
       url: "<webhook_url>"
       method: "POST"
       headers:
         Content-Type: application/json
       body: |
         {
           "endpoint_name": "[ENDPOINT_NAME]",
           "endpoint_group": "[ENDPOINT_GROUP]",
           "endpoint_url": "[ENDPOINT_URL]",
           "alert_description": "[ALERT_DESCRIPTION]",
           "status": "[ALERT_TRIGGERED_OR_RESOLVED]",
           "result_errors": "[RESULT_ERRORS]"
         }
       default-alert:
         send-on-resolved: true
   ~~~

   Do not change the words of \`placeholders\` for \`ALERT_TRIGGERED_OR_RESOLVED\`: \`TRIGGERED\` and \`RESOLVED\` are read.
   \`"severity": "critical"\` may be added to the body.
3. Give each endpoint \`alerts: [{type: custom}]\`.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`endpoint_group\`/\`endpoint_name\` |
| \`event_type\` | \`status\`: TRIGGERED → ALERT, RESOLVED → RECOVERY |
| \`title\` | group, name and \`alert_description\` |
| \`description\` | \`alert_description\`, \`result_errors\`, \`result_conditions\` |
| \`resource\` | \`endpoint_name\`; its id is \`endpoint_url\` |
| \`occurred_at\` | not in the body: the arrival |

## What the sender does with a 503

Gatus counts an alert as not sent when the answer is 400 or above, and sends it again with the next failing check.
`;
