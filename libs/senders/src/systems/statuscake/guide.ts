export const GUIDE = `# StatusCake

Reads the webhook of a StatusCake contact group. StatusCake posts a form, not JSON.

1. Create a webhook with \`plugin_id\` \`statuscake\` and copy its \`webhook_url\`.
2. In StatusCake open **Alerting → Contact Groups**, create or edit a group, and put the \`webhook_url\` into **Webhook URL**, method **POST**.
3. Choose the contact group in each uptime test.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`TestID\`, without one \`URL\` |
| \`event_type\` | \`Status\`: Down → ALERT, Up → RECOVERY |
| \`title\` | \`Name\` and \`Status\` |
| \`description\` | \`StatusCode\` |
| \`rule\` | \`Method\` (the type of the test) |
| \`resource\` | \`Name\`; its id is \`URL\` |
| \`occurred_at\` | not in the body: the arrival |

\`Token\` is a secret of the account and is not read.

## What the sender does with a 503

As far as we know, StatusCake does not document whether it tries a webhook again: count on no second try. Set a *trigger rate* reminder in the contact group where that matters.
`;
