export const GUIDE = `# GitLab

Reads webhooks of GitLab: pipelines, jobs and deployments that fail and pass again; incidents and vulnerabilities.

1. Create a webhook with \`plugin_id\` \`gitlab\` and copy its \`webhook_url\`.
2. In the project or group open **Settings → Webhooks → Add new webhook**. URL: the \`webhook_url\` (mask the part after \`/webhook/\`, it is a key).
3. Trigger: **Pipeline events**; also *Job events* or *Deployment events* where each of them shall be an alarm of its own, *Issues events* (later: *Work item events*) for incidents, and *Vulnerability events*.
4. **Test → Pipeline events**.

On a GitLab of your own that stands in the same network, allow local requests in **Admin → Settings → Network → Outbound requests**.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | project, kind, name of the job or environment, branch |
| \`event_type\` | \`status\`: failed → ALERT, success → RECOVERY; all else is ignored, as are jobs that may fail |
| \`title\` | project, kind, status and branch |
| \`description\` | the reason, or the commit and its author |
| \`resource\` | the project |
| \`account\` | the namespace |
| \`occurred_at\` | \`finished_at\` |

Of an incident (an issue of that type) the key is its address, open and reopen are ALERT, close is RECOVERY and all else is ignored;
of a vulnerability the key is its address, detected and confirmed are ALERT, resolved and dismissed are RECOVERY. Other issues are
ignored.

## What the sender does with a 503

GitLab does not send again. After four failures in a row it disables a webhook for a minute, then for longer and longer up to a day; after 40 for good, until it is enabled by hand (on GitLab.com; on a GitLab of your own only with the feature flag \`auto_disabling_webhooks\`). **Edit → Recent events → Resend request** sends one again.
`;
