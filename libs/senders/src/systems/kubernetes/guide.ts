export const GUIDE = `# Kubernetes events

Reads events of Kubernetes as exporters post them: kubernetes-event-exporter, eventrouter, Vector and others that send the event
as it is.

1. Create a webhook with \`plugin_id\` \`kubernetes\` and copy its \`webhook_url\`.
2. kubernetes-event-exporter: no \`layout\`, so that the whole event is posted.

~~~yaml
route:
  routes:
    - match: [{ type: Warning, receiver: tocsin }]
    - match: [{ reason: Node.*, receiver: tocsin }]
receivers:
  - name: tocsin
    webhook: { endpoint: the webhook_url }
~~~

| Event | Body |
| --- | --- |
| \`event_key\` | kind, namespace and name of the object, and \`reason\` |
| \`event_type\` | \`type\` Warning → ALERT; *NodeReady*, *NodeHasSufficientMemory* and the like → RECOVERY of what they end; other normal events are ignored |
| \`severity\` | WARNING |
| \`title\`, \`rule\` | the object and \`reason\`; \`reason\` |
| \`description\` | \`message\` |
| \`account\` | \`clusterName\`, else the namespace |
| \`occurred_at\` | \`lastTimestamp\`, \`eventTime\` |

A warning is never taken back: its alert stays open until nothing came for the webhook's \`stale_after\`. Choose a short one.

## When this service answers 503

As far as we know, these exporters post an event once and log that it failed.
`;
