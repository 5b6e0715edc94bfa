export const GUIDE = `# CloudEvents

Reads CloudEvents 1.0 over HTTP in all three modes: structured, binary (attributes in \`ce-\` headers) and batched.

Create a webhook with \`plugin_id\` \`cloudevents\` and copy its \`webhook_url\`.

Give the sender the \`webhook_url\` as its sink. Knative:

~~~yaml
apiVersion: eventing.knative.dev/v1
kind: Trigger
metadata:
  name: tocsin
spec:
  broker: default
  filter:
    attributes:
      type: com.example.alert
  subscriber:
    uri: <webhook_url>
~~~

A service of your own:

~~~json
{
  "specversion": "1.0",
  "id": "8f3c",
  "type": "com.example.alert",
  "source": "/backup",
  "subject": "db-1",
  "time": "2025-03-04T10:15:00Z",
  "data": { "status": "firing", "title": "Backup failed", "severity": "error", "description": "…" }
}
~~~

Give the event that ends an alarm the same \`source\` and \`subject\`, and a \`status\` (or a type that ends in) resolved,
closed, recovered, cleared or ok.

| Event | CloudEvent |
| --- | --- |
| \`event_key\` | \`source\` and the problem's id in the data, else \`source\` and \`subject\`, else \`source\` and \`id\` |
| \`event_type\` | the state in the data, else the end of \`type\`: resolved, closed, recovered, cleared, ok → RECOVERY |
| \`title\`, \`description\`, \`severity\` | of the data |
| \`rule\` | the rule in the data, else \`type\` |
| \`resource\` | the entity, resource or host in the data, else \`subject\` |
| \`occurred_at\` | \`time\` |

## Handshake and signature

OPTIONS with \`WebHook-Request-Origin\` is answered with \`WebHook-Allowed-Origin\`, and with \`settings.max_rate\` of the webhook
as \`WebHook-Allowed-Rate\` (\`*\` where none is set). Senders that sign by Standard Webhooks: \`settings.signature\`
\`{ "scheme": "STANDARD_WEBHOOKS", "secrets": ["whsec_…"] }\`.

## When this service answers 503

Knative and most brokers deliver again with growing pauses (the delivery specification of the trigger) and put what they
gave up into a dead-letter sink, if there is one.
`;
