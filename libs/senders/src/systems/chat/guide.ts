export const GUIDE = `# Messages for Slack, Teams, Discord and other chats

Many tools can post to a chat and to nothing else. This takes such a message in the chat's place: the incoming webhooks of
Slack (and of Mattermost and Rocket.Chat, which have its form), Microsoft Teams (message cards and adaptive cards), Discord,
Google Chat, Feishu/Lark, DingTalk, WeCom and Telegram.

1. Create a webhook with \`plugin_id\` \`chat\` and copy its \`webhook_url\`.
2. In the sender choose its notification for the chat and enter the \`webhook_url\` as the address of the incoming webhook.
3. Let it send that something is over, too, and look at both events: they must have the same \`event_key\`.

A message is made for people, so this is a reading of words. Where the sender can post JSON of its own, take that.

| Event | Message |
| --- | --- |
| \`event_key\` | a field with an id; else the title without its state, signs and fillers, and the host or service |
| \`event_type\` | a field *Status* or *State*; else the words of the title (\`[RESOLVED]\`, *is up*, *back to normal*; not *is up 300 %*, *is no longer reachable*); else its sign (✅ 🔥); else a green colour. What says nothing is an ALERT |
| \`severity\` | a field *Severity* or *Priority*; else a word of the title; else \`danger\` ERROR, \`warning\` WARNING |
| \`title\` | the title of the attachment, card or embed; else the first line |
| \`description\` | the other texts |
| \`resource\` | a field *Host*, *Instance*, *Server*, *Service* … |
| \`image_url\` | an image in it |
| \`occurred_at\` | \`ts\`, \`timestamp\` |

Fields are what the message lists as such, and lines such as \`Host: db-1\`; all are in \`additional_info.fields\`.

## When this service answers 503

That depends on the sender. Most post a chat message once.
`;
