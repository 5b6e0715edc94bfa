export const GUIDE = `# Dead Man’s Snitch

Reads the webhook of Dead Man’s Snitch.

1. Create a webhook with \`plugin_id\` \`dead-mans-snitch\` and copy its \`webhook_url\`.
2. In Dead Man’s Snitch open **Integrations → Webhook → Add** (plans with integrations) and enter the \`webhook_url\`.
3. Choose the snitches it is for, or all of the case.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`data.snitch.token\` |
| \`event_type\` | \`type\`: snitch.missing, snitch.errored → ALERT; snitch.reporting → RECOVERY; paused, deleted and the like are ignored |
| \`title\` | the name of the snitch and what happened |
| \`description\` | its notes |
| \`occurred_at\` | \`timestamp\` |

## What the sender does with a 503

Dead Man’s Snitch counts every answer but 20x as a failure and follows no redirects. As far as we know, it does not document whether it tries a webhook again: count on no second try.
`;
