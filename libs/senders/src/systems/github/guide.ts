export const GUIDE = `# GitHub

Reads webhooks of GitHub and GitHub Enterprise: workflow runs and jobs, check runs and suites, commit statuses, deployments, Dependabot, code scanning and secret scanning alerts.

1. Create a webhook with \`plugin_id\` \`github\` and copy its \`webhook_url\`.
2. In the repository or organisation open **Settings → Webhooks → Add webhook**. Payload URL: the \`webhook_url\`; content type **application/json**.
3. **Let me select individual events**: *Workflow runs*, and what else you want of *Dependabot alerts*, *Code scanning alerts*, *Secret scanning alerts*, *Deployment statuses*. Workflow runs alone already tell whether CI fails; jobs, check runs and check suites tell the same again in more detail.
4. Add it. The ping that GitHub sends is accepted and ignored.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | repository, workflow and branch; repository and number of a security alert |
| \`event_type\` | \`conclusion\`: failure, timed_out, startup_failure → ALERT; success → RECOVERY; cancelled, skipped and runs that are not over are ignored. Security alerts: created, reopened → ALERT; fixed, resolved, dismissed → RECOVERY |
| \`title\` | repository, workflow, conclusion and branch |
| \`severity\` | of a security alert; runs have none |
| \`rule\` | the workflow, the rule of the scan |
| \`resource\` | the repository |
| \`account\` | the organisation |
| \`occurred_at\` | when the run was over |

## Signature

Enter the same **Secret** in GitHub's webhook and in \`settings.signature\` of the webhook here:
\`{ "scheme": "GITHUB", "secrets": ["…"] }\`. A delivery with another \`X-Hub-Signature-256\` is refused (401).

## What the sender does with a 503

GitHub does not send again by itself. **Settings → Webhooks → Recent deliveries → Redeliver** does, for three days, as does the REST API (\`POST …/hooks/{id}/deliveries/{id}/attempts\`).
`;
