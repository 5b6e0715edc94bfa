export const GUIDE = `# Argo CD

Reads what the webhook service of Argo CD Notifications posts with the template below (or the whole application as \`app\`),
and the body that the documentation of Argo CD gives for the status of a commit.

1. Create a webhook with \`plugin_id\` \`argocd\` and copy its \`webhook_url\`.
2. In the ConfigMap \`argocd-notifications-cm\`, with the address as \`tocsin-url\` in \`argocd-notifications-secret\`:

   ~~~yaml
   data:
     service.webhook.tocsin: |
       url: $tocsin-url
       headers: [{name: Content-Type, value: application/json}]
       retryMax: 5
     template.tocsin: |
       webhook:
         tocsin:
           method: POST
           body: |
             {
               "app": {{ .app.metadata.name | toJson }},
               "project": {{ .app.spec.project | toJson }},
               "namespace": {{ .app.spec.destination.namespace | toJson }},
               "server": {{ .app.spec.destination.server | toJson }},
               "health": {{ .app.status.health.status | toJson }},
               "sync": {{ .app.status.sync.status | toJson }},
               "phase": {{ .app.status.operationState.phase | toJson }},
               "message": {{ .app.status.operationState.message | toJson }},
               "revision": {{ .app.status.sync.revision | toJson }},
               "finishedAt": {{ .app.status.operationState.finishedAt | toJson }},
               "url": "{{ .context.argocdUrl }}/applications/{{ .app.metadata.name }}"
             }
     trigger.tocsin: |
       - when: app.status.operationState.phase in ['Error', 'Failed']
         send: [tocsin]
       - when: app.status.health.status in ['Degraded', 'Missing']
         send: [tocsin]
       - when: app.status.operationState.phase in ['Succeeded'] and app.status.health.status == 'Healthy'
         send: [tocsin]
   ~~~

3. Subscribe: \`kubectl annotate app <name> notifications.argoproj.io/subscribe.tocsin.tocsin=""\`, or \`subscriptions\` in the same ConfigMap for all.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | project and application; of a commit's status the application in \`context\` or \`target_url\` |
| \`event_type\` | \`phase\` Failed, Error or \`health\` Degraded, Missing, Unknown → ALERT; Succeeded and Healthy → RECOVERY; running and progressing are ignored |
| \`title\` | application, sync and health |
| \`description\` | \`message\` |
| \`resource\` | the application |
| \`account\` | the cluster |
| \`occurred_at\` | \`finishedAt\` |

## What the sender does with a 503

Argo CD Notifications sends again after 5xx and network errors, \`retryMax\` times (3 by default), \`retryWaitMin\` (1 s) to \`retryWaitMax\` (5 s) apart.
`;
