export const GUIDE = `# New Relic

Reads issues of workflows (webhook destination, default template) and incidents of the older notification channels.

Create a webhook with \`plugin_id\` \`newrelic\` and copy its \`webhook_url\`.

1. **Alerts → Destinations → Webhook**: endpoint URL the \`webhook_url\`, no authorisation.
2. **Alerts → Workflows → Add a workflow**: choose the issues, add the destination. Keep the default template, or at
   least these fields:

~~~handlebars
{
  "id": {{ json issueId }},
  "issueUrl": {{ json issuePageUrl }},
  "title": {{ json annotations.title.[0] }},
  "description": {{ json annotations.description.[0] }},
  "priority": {{ json priority }},
  "state": {{ json state }},
  "trigger": {{ json triggerEvent }},
  "impactedEntities": {{ json entitiesData.names }},
  "alertPolicyNames": {{ json accumulations.policyName }},
  "alertConditionNames": {{ json accumulations.conditionName }},
  "accountId": {{ json nrAccountId }},
  "createdAt": {{ createdAt }},
  "updatedAt": {{ updatedAt }}
}
~~~

3. **Send test notification**. Under *Notify on* leave **Closed** ticked: it is what closes the alert here.

| Event | Workflow | Notification channel |
| --- | --- | --- |
| \`event_key\` | \`id\`, \`issueId\`, \`issueUrl\`, else the first condition, entity and title | \`incident_id\` or \`incidentId\` |
| \`event_type\` | \`state\` CREATED, ACTIVATED → ALERT; CLOSED → RECOVERY; ACKNOWLEDGED ignored | \`current_state\` or \`currentState\`; none stated → ALERT |
| \`severity\` | \`priority\` CRITICAL, HIGH → ERROR, MEDIUM → WARNING, LOW → INFO | \`severity\` |
| \`title\` | \`title\` | \`condition_name\` |
| \`rule\` | the first condition | \`condition_name\` |
| \`resource\` | the first impacted entity | the first target |
| \`occurred_at\` | \`createdAt\`; of a recovery \`updatedAt\` | \`timestamp\` |

## When this service answers 503

As far as we know, New Relic does not document whether it tries a webhook again: count on no second try. What could not be
sent is listed in the notifications log of the destination.
`;
