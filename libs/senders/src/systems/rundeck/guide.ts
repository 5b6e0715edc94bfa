export const GUIDE = `# Rundeck

Reads the webhook notifications of jobs of Rundeck and PagerDuty Runbook Automation.

1. Create a webhook with \`plugin_id\` \`rundeck\` and copy its \`webhook_url\`.
2. In the job open **Notifications → Add notification**, for *On failure*, **On success** and, if wanted, *Average duration
   exceeded*: *Send webhook*, the \`webhook_url\`, payload format **JSON**, method POST.

| Event | Body |
| --- | --- |
| \`event_key\` | \`execution.job.id\`; that it takes long has a key of its own |
| \`event_type\` | \`trigger\` failure, avgduration → ALERT, success → RECOVERY; start is ignored |
| \`severity\` | failure ERROR, avgduration WARNING |
| \`title\`, \`rule\` | the job and its status; the job |
| \`description\` | \`execution.description\` and the nodes that failed |
| \`account\` | the project |
| \`occurred_at\` | when it ended, else when it started |

## When this service answers 503

As far as we know, Rundeck posts a notification once.
`;
