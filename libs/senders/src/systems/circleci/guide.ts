export const GUIDE = `# CircleCI

Reads the outbound webhooks of CircleCI: workflows and jobs that completed. Also what version 1 posts of builds (\`notify: webhooks\` in the
configuration): one alert for each repository and branch.

1. Create a webhook with \`plugin_id\` \`circleci\` and copy its \`webhook_url\`.
2. **Project settings → Webhooks → Add webhook**, receiver URL: the \`webhook_url\`; event *Workflow Completed* (one alert for each
   workflow and branch) or *Job Completed*. **Test ping event** is accepted and ignored.

| Event | Body |
| --- | --- |
| \`event_key\` | the project's slug, the workflow (and job) and the branch |
| \`event_type\` | \`status\` failed, error, unauthorized → ALERT, success → RECOVERY; canceled is ignored |
| \`severity\` | ERROR |
| \`title\`, \`rule\` | project, workflow, status and branch; the workflow |
| \`description\` | the subject of the commit |
| \`resource\` | the project |
| \`account\` | the organization |
| \`occurred_at\` | \`stopped_at\`, else \`happened_at\` |

## When this service answers 503

CircleCI tries again within some minutes, as far as we know without saying how often.
`;
