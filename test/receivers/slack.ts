import {
  SLACK_TOKEN,
  startSlack,
  type Block,
  type Interruption,
  type SlackMessage,
} from '../slack-double.js';

/** https://docs.slack.dev/apis/web-api/rate-limits: a channel takes one message a second, also from an incoming webhook. */
const POST_INTERVAL_MS = 1_000;
/** https://docs.slack.dev/reference/methods/chat.update has the rate limit of tier 3, which is at least 50 calls a minute. */
const UPDATES_PER_MINUTE = 50;
const MINUTE_MS = 60_000;

/** A message of a channel as a person sees it. */
export interface ShownMessage {
  /** The newest text, one block after the other. */
  readonly text: string;
  readonly edits: number;
  /** The replies, the first first. */
  readonly thread: readonly string[];
}

/** Starts an imitation of a workspace. Each test creates a channel of its own. */
export async function startSlackWorkspace() {
  const limits = { areEnforced: false, refusals: 0 };
  let refusedPosts = 0;
  const postedAt = new Map<string, number>();
  const updatedAt: number[] = [];

  /** Returns the seconds after which the call would be accepted. */
  function secondsUntilAccepted(path: string, channelId: string): number {
    const now = Date.now();
    if (path === '/api/chat.update') {
      while ((updatedAt[0] ?? now) <= now - MINUTE_MS) updatedAt.shift();
      const [oldest = now] = updatedAt;
      if (updatedAt.length >= UPDATES_PER_MINUTE) return Math.ceil((oldest + MINUTE_MS - now) / 1_000);
      updatedAt.push(now);
      return 0;
    }
    if (now - (postedAt.get(channelId) ?? 0) < POST_INTERVAL_MS) return 1;
    postedAt.set(channelId, now);
    return 0;
  }

  function refuse(path: string, channelId: string): Interruption | undefined {
    if (refusedPosts > 0 && path === '/api/chat.postMessage') {
      refusedPosts -= 1;
      limits.refusals += 1;
      return { status: 429, headers: { 'retry-after': '1' } };
    }
    const seconds = limits.areEnforced ? secondsUntilAccepted(path, channelId) : 0;
    if (seconds === 0) return undefined;
    limits.refusals += 1;
    return { status: 429, headers: { 'retry-after': String(seconds) } };
  }

  const slack = await startSlack(refuse);
  const { messages, channels } = slack;
  const messagesIn = (channel: string) => messages.filter((each) => each.channel === channels.get(channel));
  return {
    ...slack,
    limits,

    /** Creates a channel. Returns the options of a subscription that posts to it, by name or by id. */
    createChannel() {
      const name = `#${crypto.randomUUID()}`;
      const id = `C${crypto.randomUUID()}`;
      channels.set(name, id);
      const account = { token: SLACK_TOKEN, api_url: slack.api_url };
      return { name, byName: { ...account, channel: name }, byId: { ...account, channel: id } };
    },

    /** The next message or reply is refused as too early, but not an edit. */
    refuseNextPost: () => void (refusedPosts += 1),

    /** Renames a channel. It keeps its id and its messages; no channel has the old name afterwards. */
    rename(from: string, to: string): void {
      channels.set(to, channels.get(from) ?? '');
      channels.delete(from);
    },

    /** Deletes the first message of a channel, as a person does. Its replies stay. */
    deleteFirst(channel: string): void {
      const [first] = messagesIn(channel);
      if (first !== undefined) messages.splice(messages.indexOf(first), 1);
    },

    /** The replies by which a channel notifies. */
    broadcasts: (channel: string): readonly string[] =>
      messagesIn(channel)
        .filter(({ isBroadcast }) => isBroadcast)
        .map(textOf),

    /** What a person sees in a channel. */
    shown(channel: string): ShownMessage[] {
      const all = messagesIn(channel);
      return all
        .filter(({ thread_ts }) => thread_ts === undefined)
        .map((message) => ({
          text: textOf(message),
          edits: message.edits,
          thread: all.filter(({ thread_ts }) => thread_ts === message.ts).map(textOf),
        }));
    },
  };
}

/** Blocks are shown instead of the text, if there are any. */
function textOf({ text, blocks }: SlackMessage): string {
  if (!Array.isArray(blocks)) return text;
  return (blocks as Block[])
    .flatMap((block) => [
      ...(block.text === undefined ? [] : [block.text]),
      ...(block.fields ?? []),
      ...(block.elements ?? []),
    ])
    .map(({ text: shown }) => (typeof shown === 'string' ? shown : shown.text))
    .join('\n');
}
