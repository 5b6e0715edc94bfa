import type { FollowOptions } from '#client';
import { plain, print, printError } from './print.js';

/** Prints messages as they arrive, until `count` of them are printed or the user presses Ctrl+C. */
export async function tail<Message>(
  follow: (options: FollowOptions) => AsyncGenerator<Message, void, undefined>,
  line: (message: Message) => string,
  count = Infinity,
): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let seen = 0;
  for await (const message of follow({
    signal: stop.signal,
    onReset: (reason) => printError(`Some messages were missed: ${plain(reason)}`),
    onLoss: (reason) => printError(`The connection was lost (${plain(reason)}). Reconnecting.`),
    onReturn: () => printError('Reconnected.'),
  })) {
    print(line(message));
    seen += 1;
    if (seen >= count) break;
  }
  stop.abort();
}
