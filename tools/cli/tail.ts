import type { FollowOptions } from '#client';
import { formatLine, print, printError } from './print.js';

/** Prints messages as they arrive, until `count` of them are printed or the user presses Ctrl+C. */
export async function tail<Message>(
  follow: (options: FollowOptions) => AsyncGenerator<Message, void, undefined>,
  format: (message: Message) => string,
  count = Infinity,
): Promise<void> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  let printedCount = 0;
  for await (const message of follow({
    signal: stop.signal,
    onReset: (reason) => printError(`Some messages were missed: ${formatLine(reason)}`),
    onLoss: (reason) => printError(`The connection was lost (${formatLine(reason)}). Reconnecting.`),
    onReturn: () => printError('Reconnected.'),
  })) {
    print(format(message));
    printedCount += 1;
    if (printedCount >= count) break;
  }
  stop.abort();
}
