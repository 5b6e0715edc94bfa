export const GUIDE = `# Thinkst Canary

Reads the generic webhook of a Canary console (Canaries and Canarytokens) and the webhook of canarytokens.org.

Create a webhook with \`plugin_id\` \`canary\` and copy its \`webhook_url\`.

1. In the console: **⚙ → Global Settings → Webhooks → Generic → +**, URL: the \`webhook_url\`; or in a flock
   **⚙ → Webhooks → + → Add Generic**. Saving it posts a test.
2. For a token of canarytokens.org: give the \`webhook_url\` as the *Webhook URL* when the token is made.

| Event | Incident | Token of canarytokens.org |
| --- | --- | --- |
| \`event_key\` | \`IncidentHash\` | the token |
| \`event_type\` | ALERT. It is never over: the alert closes when it grows stale | ALERT |
| \`severity\` | not stated: NONE | NONE |
| \`title\` | \`Description\` and the Canary's name | the memo |
| \`description\` | \`Intro\` | the memo and the source |
| \`resource\` | the Canary, or the token | the token |
| \`occurred_at\` | \`Timestamp\` | \`time\` |

The source's address and all details are in \`additional_info\`.

## When this service answers 503

As far as we know, Thinkst does not document whether it tries a webhook of a console or of canarytokens.org again: count on no second try.
The incident stays in the console.
`;
