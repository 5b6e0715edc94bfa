export const GUIDE = `# BugSnag

Reads the webhook of BugSnag's data forwarding: new, frequent and reopened errors, spikes of a project.

1. Create a webhook with \`plugin_id\` \`bugsnag\` and copy its \`webhook_url\`.
2. **Project settings → Integrations → Data forwarding → Webhook**, URL: the \`webhook_url\`.
3. Choose when it posts; include *An error's state is changed manually*: *fixed* is what closes the alert here.

| Event | Body |
| --- | --- |
| \`event_key\` | \`error.errorId\`; of a spike the project |
| \`event_type\` | a change by hand to *fixed* → RECOVERY, to another state ignored; comments and releases are ignored; all else ALERT |
| \`severity\` | \`error.severity\` |
| \`title\`, \`rule\` | \`exceptionClass\` and \`message\`; \`exceptionClass\` |
| \`resource\` | the project |
| \`account\` | the account |
| \`occurred_at\` | \`error.receivedAt\` |

## When this service answers 503

As far as we know, BugSnag does not document whether it tries a webhook again: count on no second try.
`;
