export const GUIDE = `# Runscope

Reads the webhook of Runscope (now BlazeMeter API Monitoring).

1. Create a webhook with \`plugin_id\` \`runscope\` and copy its \`webhook_url\`.
2. In Runscope open **Connected Services → Webhooks**, enter the \`webhook_url\`, and choose *Notify: when a test run fails, and when it returns to passing*.
3. In each test open **Environment → Integrations** and switch the webhook on.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`test_id\`, environment and region |
| \`event_type\` | \`result\`: fail → ALERT, pass → RECOVERY; canceled is ignored |
| \`title\` | \`test_name\` and \`result\` |
| \`description\` | the requests that failed |
| \`account\` | \`team_name\` |
| \`occurred_at\` | \`finished_at\` |

## What the sender does with a 503

As far as we know, Runscope does not document whether it tries a webhook again: count on no second try. The next run tells the state anew.
`;
