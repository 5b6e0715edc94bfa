export const GUIDE = `# AWX and Ansible Tower

Reads the webhook notifications of AWX, Ansible Tower and the automation controller: jobs that ended.

1. Create a webhook with \`plugin_id\` \`awx\` and copy its \`webhook_url\`.
2. **Notifications → Add**: type *Webhook*, target URL the \`webhook_url\`, method *POST*, headers \`{}\`. Leave the messages as they are.
   **Test** arrives as an ignored delivery.
3. In a template, project, inventory source or organization, under **Notifications**, turn on *Failure* **and** *Success* for it:
   success is what closes the alert here.

| Event | Body |
| --- | --- |
| \`event_key\` | the kind of the job, its name, inventory and limit |
| \`event_type\` | \`status\` failed, error → ALERT; successful → RECOVERY; running, canceled and the like are ignored |
| \`severity\` | ERROR |
| \`title\`, \`rule\` | the name and \`status\`; the name |
| \`description\` | \`traceback\`, else the hosts on which it failed |
| \`resource\`, \`account\` | the job, the project |
| \`occurred_at\` | \`finished\`, else \`started\` |

## When this service answers 503

AWX marks the notification as failed and does not send it again.
`;
