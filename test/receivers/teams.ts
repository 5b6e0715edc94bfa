import { startTeams, type CardMessage } from '../chat-receivers.js';

/**
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook: requests a
 * second, and the size of a message, which the double checks.
 */
const REQUESTS_PER_SECOND = 4;

/** Starts an imitation of the webhook of a channel. */
export async function startTeamsChannel() {
  const limits = { areEnforced: false, refusals: 0 };
  const acceptedAt: number[] = [];
  const teams = await startTeams(() => {
    const now = Date.now();
    while ((acceptedAt[0] ?? now) <= now - 1_000) acceptedAt.shift();
    // A refusal has no Retry-After: senders are told to wait longer each time.
    if (limits.areEnforced && acceptedAt.length >= REQUESTS_PER_SECOND) {
      limits.refusals += 1;
      return { status: 429 };
    }
    acceptedAt.push(now);
    return undefined;
  });
  return {
    ...teams,
    limits,
    /** The cards that a person sees in the channel: their texts, a line for each element. */
    shown: () => teams.accepted.map(textOf),
  };
}

const textOf = ({ attachments: [card] }: CardMessage): string =>
  card.content.body.map(({ inlines = [] }) => inlines.map(({ text }) => text).join('')).join('\n');
