import { Command } from '@commander-js/extra-typings';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAge, ageToMs } from './arguments.js';
import { FailedError, UsageError } from './explain.js';
import { addRecordCommand } from './record-commands.js';
import { printJson, printRecord, printTable, progressBar } from './print.js';
import { collectRecords, LIMIT_OPTION } from './records.js';
import { openSession, type Session } from './session.js';

export function quarantineCommand(): Command {
  const quarantine: Command = new Command('quarantine').description('deliveries that could not be parsed');
  quarantine
    .command('list')
    .description('list the deliveries in quarantine')
    .option('--webhook <id>')
    .option(...LIMIT_OPTION, 50)
    .action(async ({ webhook, limit }, command) => {
      const { tocsin, domain, json } = openSession(command);
      const results = await collectRecords(limit, (page) =>
        tocsin.each('searchQuarantinedDeliveries', {
          body: { ...domain, webhook_id: webhook, query: { page } },
        }),
      );
      if (json) return printJson(results);
      printTable(results, {
        received_at: ({ received_at }) => received_at,
        status: ({ status }) => status,
        reason: ({ reason }) => reason,
        webhook_id: ({ webhook_id }) => webhook_id,
        delivery_id: ({ delivery_id }) => delivery_id,
      });
    });
  for (const verb of ['get', 'show'])
    addRecordCommand(
      quarantine,
      verb,
      'delivery_id',
      'show a delivery with its body and the reason',
      (delivery_id, { tocsin, domain }) =>
        tocsin.call('getQuarantinedDelivery', { path: { delivery_id }, query: { ...domain } }),
    );
  quarantine
    .command('replay')
    .description('replay deliveries through the current plugin')
    .argument('[delivery_id...]')
    .option('--webhook <id>', 'let a worker replay the deliveries of this webhook since --since')
    .option('--since <age>', 'how far back --webhook replays, like 24h or 7d', parseAge, '24h')
    .action(async (ids, { webhook, since }, command) => {
      const session = openSession(command);
      if ((webhook === undefined) === (ids.length === 0))
        throw new UsageError('give either delivery ids or --webhook');
      if (webhook === undefined) await replayDeliveries(session, ids);
      else await replayWebhook(session, webhook, ageToMs(since));
    });
  return quarantine as unknown as Command;
}

async function replayDeliveries({ tocsin, domain, json }: Session, ids: readonly string[]): Promise<void> {
  const bar = progressBar('replay', ids.length);
  const replayed = [];
  try {
    for (const delivery_id of ids) {
      replayed.push(await tocsin.call('replayDelivery', { path: { delivery_id }, body: { ...domain } }));
      bar.increment();
    }
  } finally {
    bar.stop();
  }
  if (json) printJson(replayed);
  else printTable(replayed, { delivery_id: (each) => each.delivery_id, status: (each) => each.status });
  const remaining = replayed.filter(({ status }) => status === 'QUARANTINED').length;
  if (remaining > 0) throw new FailedError(`${remaining} of ${replayed.length} are still in quarantine.`);
}

async function replayWebhook(
  { tocsin, domain, json }: Session,
  webhook_id: string,
  ms: number,
): Promise<void> {
  const now = Date.now();
  const body = { ...domain, from: new Date(now - ms).toISOString(), to: new Date(now).toISOString() };
  let replay = await tocsin.call('replayWebhook', { path: { webhook_id }, body });
  const { replay_id } = replay;
  const bar = progressBar(replay_id, replay.total_count ?? 0);
  while (replay.finished_at === null) {
    await sleep(200);
    replay = await tocsin.call('getReplay', {
      path: { replay_id },
      query: { ...domain },
    });
    bar.setTotal(replay.total_count ?? 0);
    bar.update(replay.done_count);
  }
  bar.stop();
  if (json) printJson(replay);
  else printRecord(replay);
  if (replay.state === 'CANCELLED') throw new FailedError('The replay was cancelled.');
  if (replay.reason !== null) throw new FailedError(`The replay ended with an error: ${replay.reason}`);
}
