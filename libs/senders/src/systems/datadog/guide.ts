/** `$NAME` as Datadog writes its variables. */
const TEMPLATE = `{
  "alert_id": "$ALERT_ID",
  "aggreg_key": "$AGGREG_KEY",
  "alert_transition": "$ALERT_TRANSITION",
  "alert_type": "$ALERT_TYPE",
  "alert_priority": "$ALERT_PRIORITY",
  "alert_title": "$ALERT_TITLE",
  "title": "$EVENT_TITLE",
  "body": "$TEXT_ONLY_MSG",
  "alert_scope": "$ALERT_SCOPE",
  "alert_query": "$ALERT_QUERY",
  "alert_metric": "$ALERT_METRIC",
  "host": "$HOSTNAME",
  "tags": "$TAGS",
  "date": "$DATE",
  "link": "$LINK",
  "snapshot": "$SNAPSHOT",
  "org_id": "$ORG_ID",
  "org_name": "$ORG_NAME"
}`;

export const GUIDE = `# Datadog

Reads what the webhooks integration posts for monitors: best with the payload below, also with Datadog's default one.

Create a webhook with \`plugin_id\` \`datadog\` and copy its \`webhook_url\`.

1. **Integrations → Webhooks → New**. Name \`tocsin\`, URL: the \`webhook_url\`.
2. Payload (leave *Encode as form* off):

~~~json
${TEMPLATE}
~~~

3. In each monitor write \`@webhook-tocsin\` into the notification message, outside of \`{{#is_alert}}\` blocks, so that
   recoveries are posted as well: they are what closes the alert here. Monitors that notify on no data arrive with
   severity NOT_AVAILABLE.

Fields may be called as the variables are (\`ALERT_TITLE\` for \`$ALERT_TITLE\`), in any letter case.

| Event | Payload |
| --- | --- |
| \`event_key\` | \`aggreg_key\`, else \`alert_id\` and scope, else the title without its state |
| \`event_type\` | \`alert_transition\` Recovered → RECOVERY, all others ALERT; without it the \`[Triggered]\` of the title |
| \`severity\` | Warn → WARNING, No Data → NOT_AVAILABLE; else the priority P1…P5; else \`alert_type\` |
| \`title\` | \`title\` |
| \`rule\` | \`alert_title\`, else the title without its state |
| \`resource\` | \`host\`, else the tags \`host\` or \`service\`, else the scope |
| \`account\` | the organisation |
| \`image_url\` | \`snapshot\` |
| \`occurred_at\` | \`date\` |

A variable that Datadog did not fill in counts as missing.

## When this service answers 503

Datadog tries a webhook again after 5xx, and up to five times where no connection comes about; not after 4xx. It waits 15
seconds for an answer.
`;
