export const GUIDE = `# Flux

Reads the events of Flux's notification controller.

1. Create a webhook with \`plugin_id\` \`flux\` and copy its \`webhook_url\`.
2. A provider of type \`generic\` and an alert. \`eventSeverity: info\` is needed: what succeeds closes what failed.

~~~yaml
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Provider
metadata: { name: tocsin, namespace: flux-system }
spec: { type: generic, secretRef: { name: tocsin } } # a secret with the webhook_url as address
---
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata: { name: tocsin, namespace: flux-system }
spec:
  providerRef: { name: tocsin }
  eventSeverity: info
  eventMetadata: { cluster: eu-1 }
  eventSources: [{ kind: Kustomization, name: '*' }, { kind: HelmRelease, name: '*' }]
~~~

| Event | Body |
| --- | --- |
| \`event_key\` | kind, namespace and name of \`involvedObject\` |
| \`event_type\` | \`severity\` error → ALERT; info whose \`reason\` is a success → RECOVERY; all else is ignored |
| \`severity\` | error ERROR, info INFO |
| \`title\`, \`rule\` | the object and \`reason\`; \`reason\` |
| \`description\` | \`message\` |
| \`account\` | \`metadata.cluster\`, else the namespace |
| \`occurred_at\` | \`timestamp\` |

## When this service answers 503

The controller tries again four times within some seconds, then the event is only in the cluster.
`;
