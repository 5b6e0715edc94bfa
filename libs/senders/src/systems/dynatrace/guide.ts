export const GUIDE = `# Dynatrace

Reads the problem notification of Dynatrace (custom integration).

Create a webhook with \`plugin_id\` \`dynatrace\` and copy its \`webhook_url\`.

1. **Settings → Integration → Problem notifications → Add notification**, type **Custom integration**.
2. Webhook URL: the \`webhook_url\`. Leave **Call webhook if a problem is closed** on: it is what closes the alert here.
3. Custom payload (names without quotation marks become JSON):

~~~json
{
  "State": "{State}",
  "ProblemID": "{ProblemID}",
  "PID": "{PID}",
  "ProblemTitle": "{ProblemTitle}",
  "ProblemImpact": "{ProblemImpact}",
  "ProblemSeverity": "{ProblemSeverity}",
  "ProblemURL": "{ProblemURL}",
  "ProblemDetailsText": "{ProblemDetailsText}",
  "ProblemDetailsJSONv2": {ProblemDetailsJSONv2},
  "ImpactedEntity": "{ImpactedEntity}",
  "ImpactedEntities": {ImpactedEntities},
  "Tags": "{Tags}"
}
~~~

4. **Send test notification** arrives as an alert with the problem id 999.

| Event | Payload |
| --- | --- |
| \`event_key\` | \`ProblemID\`, else \`PID\` |
| \`event_type\` | \`State\` OPEN → ALERT; RESOLVED, MERGED → RECOVERY; of a problem that a workflow posts, \`event.status\` ACTIVE or CLOSED |
| \`severity\` | AVAILABILITY → CRITICAL, ERROR → ERROR, PERFORMANCE, RESOURCE_CONTENTION, CUSTOM_ALERT → WARNING |
| \`title\` | \`ProblemTitle\` |
| \`description\` | the details as text, Markdown or HTML |
| \`resource\` | the first of \`ImpactedEntities\` |
| \`occurred_at\` | \`startTime\` of the details; of a recovery \`endTime\` |

A variable that was not filled in counts as missing.

## When this service answers 503

Dynatrace tries a notification again for some minutes; after that the problem is told only by its next change.
`;
