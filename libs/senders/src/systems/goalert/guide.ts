export const GUIDE = `# GoAlert

Reads what senders post to GoAlert's Generic API, so that they can post here instead, and what GoAlert's own webhook
contact method posts.

Create a webhook with \`plugin_id\` \`goalert\` and copy its \`webhook_url\`.

In place of the Generic API's address give the sender the \`webhook_url\`; parameters go as a form, as JSON or in the
address:

~~~sh
curl "$WEBHOOK_URL" -d summary="Disk of db-1 is full" -d dedup=disk-db-1
curl "$WEBHOOK_URL" -d action=close -d dedup=disk-db-1
~~~

From GoAlert itself: **Profile → Create contact method**, destination *Webhook*, URL the \`webhook_url\`; the verification
and test messages are ignored deliveries.

| Event | Generic API | Webhook |
| --- | --- | --- |
| \`event_key\` | \`dedup\`, else \`summary\` | \`AlertID\` |
| \`event_type\` | \`action=close\` → RECOVERY, else ALERT | Alert, AlertBundle → ALERT; a status of closed → RECOVERY; Test, Verification ignored |
| \`title\` | \`summary\` | \`Summary\` |
| \`description\` | \`details\` | \`Details\` |
| \`severity\` | not stated: NONE | NONE |
| \`occurred_at\` | the arrival | the arrival |

## When this service answers 503

Senders try again as they do with GoAlert. GoAlert itself tries a webhook again for a few minutes.
`;
