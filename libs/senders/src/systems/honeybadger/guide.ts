export const GUIDE = `# Honeybadger

Reads the webhook of Honeybadger: errors, uptime checks, check-ins and Insights alarms.

Create a webhook with \`plugin_id\` \`honeybadger\` and copy its \`webhook_url\`.

1. **Project Settings → Alerts & Integrations → Webhook**, URL: the \`webhook_url\`.
2. Events: for errors *occurs* and **is marked resolved**, for sites *down* and **up**, for check-ins *missing* and
   **reporting**: the second of each pair is what closes the alert here.
3. **Save & Test** arrives as an ordinary or ignored delivery.

| Event | Webhook |
| --- | --- |
| \`event_key\` | the id of the fault, site, check-in or alarm |
| \`event_type\` | occurred, unresolved, rate_exceeded, down, cert_will_expire, check_in_missing, volume_spike, alarm_alert → ALERT; resolved, up, check_in_reporting, alarm_ok → RECOVERY; all else, such as assigned, commented and deployed, is ignored |
| \`title\` | \`message\` |
| \`description\` | the reason of the outage, else class and message of the fault |
| \`resource\` | the site, the check-in, else the project |
| \`account\` | the project |
| \`occurred_at\` | \`outage.down_at\` / \`up_at\`, \`notice.created_at\`, \`fault.last_notice_at\`, \`check_in.expected_at\`; of a resolved fault the arrival |

What happened is what \`event\` says; the message of an \`up\` may still speak of "down".

## When this service answers 503

As far as we know, Honeybadger does not document whether it tries a webhook again: count on no second try.
`;
