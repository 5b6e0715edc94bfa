export const GUIDE = `# HCP Terraform

Reads the notifications of HCP Terraform (Terraform Cloud) and Terraform Enterprise: runs, drift and checks of a workspace.

1. Create a webhook with \`plugin_id\` \`terraform\` and copy its \`webhook_url\`.
2. **Workspace → Settings → Notifications → Create**, *Webhook*, URL: the \`webhook_url\`.
3. Choose *Errored* and **Completed**: a run that completes closes the alert here. Enable it: the verification is accepted and
   ignored.

| Event | Body |
| --- | --- |
| \`event_key\` | \`workspace_id\`; drift, checks and assessments have keys of their own |
| \`event_type\` | run:errored, assessment:drifted, check_failure, failed → ALERT; run:completed → RECOVERY; all others are ignored |
| \`severity\` | ERROR; drift and checks WARNING |
| \`title\` | the workspace and the message |
| \`rule\` | \`trigger\` |
| \`account\` | the organization |
| \`occurred_at\` | \`run_updated_at\`, \`created_at\` of the assessment |

That drift is gone is not told: its alert stays open until nothing came for the webhook's \`stale_after\`.

## When this service answers 503

As far as we know, HCP Terraform does not try a notification again; the configuration shows the last answers.
`;
