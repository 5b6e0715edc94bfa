import { Command } from '@commander-js/extra-typings';
import { addRecordCommand } from './record-commands.js';

export function replaysCommand(): Command {
  const replays: Command = new Command('replays').description('replays of the deliveries of a webhook');
  addRecordCommand(
    replays,
    'get',
    'replay_id',
    'show a replay and its progress',
    (replay_id, { tocsin, domain }) =>
      tocsin.call('getReplay', { path: { replay_id }, query: { ...domain } }),
  );
  addRecordCommand(
    replays,
    'cancel',
    'replay_id',
    'end a replay; events that it has created are kept',
    (replay_id, { tocsin, domain }) =>
      tocsin.call('cancelReplay', { path: { replay_id }, body: { ...domain } }),
  );
  return replays as unknown as Command;
}
