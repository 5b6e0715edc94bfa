import { Command } from '@commander-js/extra-typings';
import { forOne } from './one-record.js';

export function replaysCommand(): Command {
  const replays: Command = new Command('replays').description('replays of what a webhook received');
  forOne(replays, 'get', 'replay_id', 'show a replay and its progress', (replay_id, { tocsin, domain }) =>
    tocsin.call('getReplay', { path: { replay_id }, query: { ...domain } }),
  );
  forOne(
    replays,
    'cancel',
    'replay_id',
    'end a replay; what was replayed stays',
    (replay_id, { tocsin, domain }) =>
      tocsin.call('cancelReplay', { path: { replay_id }, body: { ...domain } }),
  );
  return replays as unknown as Command;
}
