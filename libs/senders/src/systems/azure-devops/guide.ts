export const GUIDE = `# Azure DevOps

Reads the service hooks of Azure DevOps: builds, runs, stages and deployments that completed.

1. Create a webhook with \`plugin_id\` \`azure-devops\` and copy its \`webhook_url\`.
2. **Project settings → Service hooks → Create subscription → Web Hooks**: trigger *Build completed*, *Run stage state changed* or
   *Release deployment completed*, any status: what succeeds closes what failed. URL: the \`webhook_url\`; send *All* details.
   **Test** arrives as an ordinary delivery.

| Event | Body |
| --- | --- |
| \`event_key\` | project, pipeline, stage or environment, and branch |
| \`event_type\` | the result failed, rejected, partiallySucceeded → ALERT; succeeded → RECOVERY; canceled, stopped, what is under way and all other events are ignored |
| \`severity\` | ERROR; partiallySucceeded WARNING |
| \`title\`, \`rule\` | project, pipeline, stage and result; pipeline and stage |
| \`description\` | \`detailedMessage\`, \`message\` |
| \`resource\`, \`account\` | the pipeline, the project |
| \`occurred_at\` | \`finishTime\`, else \`createdDate\` |

## When this service answers 503

Azure DevOps takes it for a passing failure and tries again with growing pauses; a subscription that goes on failing is put on
probation.
`;
