export const GUIDE = `# Elastic (Kibana and Watcher)

Reads rules of Kibana through a Webhook connector, and watches of Watcher.

Create a webhook with \`plugin_id\` \`elastic\` and copy its \`webhook_url\`.

## Kibana

1. **Stack Management → Connectors → Create → Webhook**: method \`POST\`, URL the \`webhook_url\`, authentication *None*,
   header \`Content-Type: application/json\`.
2. In each rule add the connector **twice**: once to run when the rule's own group fires, once for **Recovered**, which is
   what closes the alert here. Action frequency *For each alert*, *On status changes*. The body of both:

~~~json
{
  "rule": { "id": "{{rule.id}}", "name": "{{rule.name}}", "spaceId": "{{rule.spaceId}}", "url": "{{rule.url}}" },
  "alert": { "id": "{{alert.id}}", "uuid": "{{alert.uuid}}", "actionGroup": "{{alert.actionGroup}}" },
  "message": "{{context.reason}}{{context.message}}",
  "context": { "value": "{{context.value}}", "link": "{{context.alertDetailsUrl}}", "host": { "name": "{{context.host.name}}" } },
  "severity": "warning",
  "date": "{{date}}"
}
~~~

   Write the severity of the rule by hand; Kibana has none for most rules. The document of an alert (\`kibana.alert.rule.uuid\` …, nested
   or flat) is read, too, and so is \`{"webhook_body": {"rule_info": …, "alert_info": …, "context_info": …}}\`.

## Watcher

An action \`webhook\` with the address's host, port and path, and \`"body": "{{#toJson}}ctx{{/toJson}}"\`.

| Event | Kibana | Watcher |
| --- | --- | --- |
| \`event_key\` | rule id and alert id | \`watch_id\` |
| \`event_type\` | action group \`recovered\` → RECOVERY, all others ALERT | ALERT, \`state\` ok or resolved → RECOVERY |
| \`title\` | the rule's name and the alert id | \`title\`, the watch's name |
| \`description\` | \`message\`, \`context.reason\` | \`message\` |
| \`resource\` | host, service or monitor of the context, else the alert id | host |
| \`occurred_at\` | \`date\` | \`triggered_time\` |

## When this service answers 503

Kibana tries a webhook again after 429 and 5xx, three attempts altogether with growing pauses (\`xpack.actions.run.maxAttempts\`;
before 8.6 there was one attempt only). As far as we know, Elastic does not document whether Watcher tries again: count on no
second try. Neither keeps it beyond that.
`;
