export const GUIDE = `# Pingdom

Reads the webhook of Pingdom (SolarWinds) for uptime and transaction checks.

1. Create a webhook with \`plugin_id\` \`pingdom\` and copy its \`webhook_url\`.
2. In Pingdom open **Integrations → Integrations → Add integration**, type **Webhook**, a name, and the \`webhook_url\` as URL. Save it as active.
3. Edit each check and tick the integration under **Connect integrations**. Leave *Notify when back up* on: it is what closes the alert here.
4. **Test** beside a check under **Experience monitoring** sends nothing to integrations; stop a test page to try it.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`check_id\` |
| \`event_type\` | \`current_state\`: DOWN, FAILING → ALERT; UP, SUCCESS → RECOVERY; others are ignored |
| \`title\` | \`check_name\` and \`current_state\` |
| \`description\` | \`long_description\`, else \`description\` |
| \`severity\` | \`importance_level\`: HIGH → ERROR, LOW → INFO |
| \`rule\` | \`check_type\` |
| \`resource\` | \`check_name\`; its id is the address that is checked |
| \`occurred_at\` | \`state_changed_timestamp\` |

## What the sender does with a 503

As far as we know, Pingdom does not document whether it tries a webhook again: count on no second try. Let the check remind (*resend notification every n down cycles*).
`;
